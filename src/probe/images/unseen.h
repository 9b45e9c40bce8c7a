/*
 * unseen - adopted objects whose changes are not seen: they cost nothing, and
 * their counts are read now and then.
 *
 * On the event path, unlike what finds and adopts them (adopt.h).
 */
#ifndef REFTALLY_PROBE_IMAGES_UNSEEN_H
#define REFTALLY_PROBE_IMAGES_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

void unseen_add(uint32_t account);

/* Each one that is there, with its count, of 32 bits. */
typedef void unseen_visitor(uint32_t account, int64_t count);
void unseen_visit(unseen_visitor *visit);

/* About what that takes, of the processor's time. */
int64_t unseen_look_ns(void);

/* Of some, at most 64. */
void unseen_visit_some(const uint32_t *accounts, uint32_t number,
                       unseen_visitor *visit);

/* Before a census: their counts are written into their accounts. */
void unseen_look(void);

/* From now on its changes are seen. False: they are already, or it is gone. */
bool unseen_see(uint32_t account);

/* The same, for a while; what was recorded then is forgotten. */
void unseen_show(uint32_t account);
void unseen_hide(uint32_t account);

#endif
