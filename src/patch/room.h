/*
 * room - address space kept near whatever the dynamic linker maps next.
 *
 * A stub must lie within two gigabytes of its code, and the kernel puts one
 * library beside the other: what is loaded together may leave no gap near one
 * of them. So gaps are taken before, and given back to the stubs afterwards.
 * Nothing of it is memory; where address space is limited, none is taken.
 *
 * Callers take turns.
 */
#ifndef REFTALLY_PATCH_ROOM_H
#define REFTALLY_PATCH_ROOM_H

/*
 * Keeps room where the kernel will look first, and takes each gap away that has
 * none near by. What was kept before is given back.
 */
void room_keep(void);

/* Gives it back. */
void room_release(void);

#endif
