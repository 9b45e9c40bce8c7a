/*
 * ledger_format - the ledger file, as it lies on disk.
 *
 * The host maps the file and works in it, so the file is complete at every
 * moment, also after kill -9. It is written by one process on one machine:
 * integers are little-endian and every record is naturally aligned.
 *
 *     +--------------------+ 0
 *     | struct ledger_header, padded to LEDGER_HEADER_BYTES       |
 *     +--------------------+ LEDGER_HEADER_BYTES
 *     | extent 0: LEDGER_EXTENT_BYTES of the table directory[0]   |
 *     | extent 1: ...                             directory[1]    |
 *
 * A table is an array of fixed-size records. Its extents, in the order of the
 * directory, make one gapless array; record i lies at byte i * record_bytes of
 * that array. Record 0 of every table is reserved and means "none", so index 0
 * never refers to anything. `used` counts records from 0, the reserved one
 * included; a reader takes min(used, what the extents hold).
 *
 * A reader skips tables that it does not know, and trusts nothing: an index at
 * or above `used`, a chain longer than its table and a string that leaves its
 * table are damage.
 */
#ifndef REFTALLY_LEDGER_FORMAT_H
#define REFTALLY_LEDGER_FORMAT_H

#include <stdint.h>

#define LEDGER_MAGIC "reftally" /* 8 bytes, no terminator in the file */

enum {
    LEDGER_VERSION = 3, /* raised when an old reader would be wrong */
    LEDGER_HEADER_BYTES = 64 * 1024,
    LEDGER_EXTENT_BYTES = 256 * 1024,
    LEDGER_EXTENTS_MAX = 32 * 1024, /* 8 GiB of tables */
    LEDGER_TABLES_MAX = 32,
};

enum ledger_table_number {
    LEDGER_NO_TABLE,
    LEDGER_STRINGS,           /* bytes; see ledger_string */
    LEDGER_IMAGES,            /* struct ledger_image */
    LEDGER_SITES,             /* struct ledger_site */
    LEDGER_NODES,             /* struct ledger_node: native stacks */
    LEDGER_CODES,             /* struct ledger_code */
    LEDGER_PYTHON_NODES,      /* struct ledger_python_node: Python stacks */
    LEDGER_TYPES,             /* struct ledger_type */
    LEDGER_ACCOUNTS,          /* struct ledger_account */
    LEDGER_ENTRIES,           /* struct ledger_entry */
    LEDGER_SIGNATURES,        /* struct ledger_signature: healthy lives */
    LEDGER_SIGNATURE_ENTRIES, /* struct ledger_signature_entry */
    LEDGER_MISSES,            /* struct ledger_miss: the audit */
    LEDGER_EVALUATORS,        /* struct ledger_evaluator: PEP 523 */
    LEDGER_CHECKPOINTS,       /* struct ledger_checkpoint */
    LEDGER_CLASSES,           /* struct ledger_class: born alike */
    LEDGER_MARKS,             /* struct ledger_mark: class at checkpoint */
    LEDGER_CENSUSES,          /* struct ledger_census: who owns what */
    LEDGER_HOLDERS,           /* struct ledger_holder: ways to objects */
    LEDGER_OWNED,             /* struct ledger_owned: objects then */
    LEDGER_OWNERS,            /* struct ledger_owner: their owners */
    LEDGER_PENDING,           /* struct ledger_pending: recent changes */
    LEDGER_LOSSES,            /* struct ledger_loss: slots that lost objects */
    LEDGER_COUNTED,           /* struct ledger_counted: without an account */
    LEDGER_MOMENTS,           /* struct ledger_moment: the library's own */
    LEDGER_COURSES,           /* struct ledger_course: class over moments */
    LEDGER_BORDERS,           /* struct ledger_border: where regions begin */
    LEDGER_KINDS,             /* struct ledger_kind: all that is born alike */
    LEDGER_CHARGES,           /* struct ledger_charge: of frames audited */
    LEDGER_EXITS,        /* struct ledger_exit: returns that were watched */
    LEDGER_STEPS,        /* struct ledger_step: changes, in their order */
    LEDGER_RISES,        /* struct ledger_rise: when what lives was born */
    LEDGER_TABLES_KNOWN, /* one more than the last of them */
};

/*
 * A string reference is a byte offset into LEDGER_STRINGS, a multiple of 4. A
 * uint32_t length in bytes stands there, the bytes follow, without terminator.
 * 0 is "unknown". Text is UTF-8 as far as the host's own text was.
 */
typedef uint32_t ledger_string;

struct ledger_table {
    uint32_t number; /* enum ledger_table_number; 0: slot not used */
    uint32_t record_bytes;
    uint64_t used; /* records, or bytes for LEDGER_STRINGS */
};

enum ledger_end {
    LEDGER_RUNNING,  /* still running, or cut short if the process is gone */
    LEDGER_FINISHED, /* the process ended in an orderly way */
    LEDGER_STOPPED,  /* recording stopped before the process ended: `reason` */
};

/* How far the interpreter came in letting go of its objects. */
enum ledger_finalization {
    LEDGER_NOT_FINALIZED,
    LEDGER_FINALIZING, /* begun, and not ended when the process did */
    LEDGER_FINALIZED,
};

/* Whether the library ceased to call the system, which a filter may forbid. */
enum ledger_seal {
    LEDGER_NOT_SEALED,
    LEDGER_SEALED_BY_SETTING, /* REFTALLY_SEAL, before the program began */
    LEDGER_SEALED_BY_PROGRAM, /* when it was about to set up a filter */
};

/* Whether recording began later than the process, as REFTALLY_START asks. */
enum ledger_start {
    LEDGER_STARTED_AT_ONCE,
    LEDGER_NOT_STARTED,
    LEDGER_STARTED_LATER,    /* nothing is known of what was born before */
    LEDGER_STARTED_ATTACHED, /* the same, and the process ran already */
};

/* Where the traceback begins that sys.last_traceback is as Python ends. */
enum ledger_last_traceback {
    LEDGER_LAST_TRACEBACK_UNKNOWN, /* nobody has looked */
    LEDGER_LAST_TRACEBACK_NONE,    /* there is none */
    LEDGER_LAST_TRACEBACK_INNER,   /* where the program caught an exception */
    LEDGER_LAST_TRACEBACK_PROGRAM, /* in the program: nobody caught it */
};

enum ledger_stack_mode {
    LEDGER_STACK_NONE,   /* counts only: accounts have no entries */
    LEDGER_STACK_SITE,   /* a tag is the changing instruction */
    LEDGER_STACK_PYTHON, /* ... and the Python stack */
    LEDGER_STACK_FULL,   /* ... and the whole native stack */
};

struct ledger_header {
    char magic[8];
    uint32_t version;
    uint32_t header_bytes;
    uint32_t extent_bytes;
    uint32_t extents; /* directory entries in use */
    struct ledger_table tables[LEDGER_TABLES_MAX];

    uint32_t end;    /* enum ledger_end */
    uint32_t reason; /* enum reason (base/reason.h) when LEDGER_STOPPED */
    uint64_t pid;
    uint64_t parent_pid;
    uint64_t start_realtime_ns; /* CLOCK_REALTIME at load */
    uint64_t end_realtime_ns;   /* 0 while running */
    uint32_t python_hexversion; /* as sys.hexversion */
    uint32_t stack_mode;        /* enum ledger_stack_mode */
    ledger_string python_executable;
    ledger_string command;     /* arguments, separated by \0 */
    ledger_string track;       /* REFTALLY_TRACK as given */
    ledger_string reason_text; /* what exactly went wrong, or 0 */
    ledger_string end_text;    /* how the process ended, or 0 */
    uint32_t filter;           /* 0: shadow map, 1: hashed filter */

    uint64_t changes_seen;   /* changes of tracked objects */
    uint64_t changes_missed; /* changes that the audit found missing: sum of
                                |delta| over LEDGER_MISSES */
    uint64_t births;         /* tracked objects seen being born */
    uint64_t deaths;
    uint64_t adopted;            /* existed before they were tracked */
    uint64_t moved;              /* reallocated: one life, two addresses */
    uint64_t vanished;           /* memory freed without reaching zero */
    uint64_t unsampled;          /* births left out to stay within the budget */
    uint32_t sampling_shift;     /* 1 in 2^shift births is kept now; 0 is all */
    uint32_t sampling_tightened; /* how many times the rate was lowered */
    uint64_t outside; /* changes not recorded: no GIL, or inside us */
    uint64_t memory_limit_bytes;
    uint64_t signatures_dropped; /* balanced lives beyond the table's limit */
    uint64_t entries_dropped;    /* changes without a tag: table full */
    uint64_t evaluations;        /* entries into frame evaluation seen */

    uint8_t directory[LEDGER_EXTENTS_MAX]; /* extent -> table number */

    /* Fields that came later; 0 in older ledgers. */
    uint64_t checkpoints_dropped; /* no room was left for them */
    uint32_t finalization;        /* enum ledger_finalization */
    uint32_t own_locks;    /* interpreters with locks of their own: begun */
    uint64_t immortalized; /* objects whose accounts ended because their counts
                              never change again (CPython 3.12 and later) */
    uint64_t thinned; /* births that got no account by REFTALLY_SAMPLE=auto:
                         these objects are only counted */
    uint64_t rested;  /* changes without their stacks, by the same */
    uint64_t counted; /* changes of objects without an account */
    uint64_t counted_dropped; /* objects beyond the limit of LEDGER_COUNTED */
    ledger_string settings;   /* NAME=VALUE of the environment, as command */
    uint32_t exit_status;     /* one more than it; 0: none is known */
    uint64_t finalized_by;    /* return address: who called Py_FinalizeEx; 0:
                                 nobody, or Py_Exit did the same by itself */
    uint32_t asked;    /* raised by who wants a snapshot of a living process */
    uint32_t answered; /* the `asked` of the last that was made, in NAME.now */
    uint32_t snapshot; /* 1: this is one; the process went on */
    uint32_t sealed;   /* enum ledger_seal */
    uint64_t recording_realtime_ns; /* when recording began; 0: at once */
    uint32_t start;                 /* enum ledger_start */
    uint64_t frames_audited;     /* evaluations, with REFTALLY_FRAMES=audit */
    uint64_t charges_dropped;    /* of theirs: there was no room */
    uint64_t evaluator_first_ns; /* realtime: when the PEP 523 slot was first
                                    taken */
    uint64_t evaluator_since_ns; /* when who is in it now was put there */
    uint32_t evaluator;          /* who: record of LEDGER_EVALUATORS */
    uint32_t last_traceback;     /* enum ledger_last_traceback */
    uint64_t changes_importing;  /* about so many of changes_seen came while the
                                    program imported a module */
    uint64_t fault_address; /* that the processor could not access, of which the
                               process died; 0: also where it told none */
    uint64_t fault_stack;   /* the stack pointer then; 0: there was no fault */
    uint32_t fault_tag;     /* node: the instruction, as a return address behind
                           its first byte, and who had called it */
    uint32_t forked; /* processes that were forked and are not recorded */
};

enum ledger_leave_reason {
    LEDGER_LEAVE_NOTHING,
    LEDGER_LEAVE_NO_ROOM,     /* no five bytes, no hole in reach */
    LEDGER_LEAVE_TARGET,      /* something jumps into the bytes needed */
    LEDGER_LEAVE_UNDECODABLE, /* the instruction could not be moved */
    LEDGER_LEAVE_NO_REGISTER, /* no register free for the address */
    LEDGER_LEAVE_STACK,       /* addresses the stack pointer in a way that
                                  cannot be redone */
    LEDGER_LEAVE_CHANGED,     /* memory is not what the file has there */
    LEDGER_LEAVE_REASONS = 8,
};

enum ledger_image_flags {
    LEDGER_IMAGE_PYTHON = 1,  /* refers to CPython symbols: instrumented */
    LEDGER_IMAGE_MAIN = 2,    /* the interpreter itself */
    LEDGER_IMAGE_REFUSED = 4, /* could not be patched: see `refused` */
};

/* One loaded ELF object. Address = bias + virtual address in the file. */
struct ledger_image {
    ledger_string path;
    ledger_string build_id; /* lower-case hexadecimal */
    uint64_t bias;
    uint64_t start, end;   /* [start, end) of all its segments, in memory */
    uint32_t flags;        /* enum ledger_image_flags */
    ledger_string refused; /* why it was not patched, or 0 */
    uint32_t sites;        /* found */
    uint32_t patched;
    uint32_t left_alone;
    uint32_t left_by_reason[LEDGER_LEAVE_REASONS];
    uint32_t reserved;
};

/* A machine instruction that changes a reference count. */
struct ledger_site {
    uint32_t image;
    uint32_t offset;   /* virtual address in the file: address - bias */
    uint8_t operation; /* enum operation (base/refcount_shape.h) */
    uint8_t tactic;    /* enum tactic; 0: left alone */
    uint8_t leave;     /* enum ledger_leave_reason */
    uint8_t width;     /* bytes written: 4 or 8 */
    int32_t amount;    /* immediate operand; meaningless for registers */
    uint64_t changes;  /* of tracked objects, seen here */
};

enum ledger_node_kind {
    LEDGER_NODE_SITE = 1,    /* value: index into LEDGER_SITES; a leaf */
    LEDGER_NODE_RETURN,      /* value: return address, absolute */
    LEDGER_NODE_EVALUATION,  /* value: index into LEDGER_CODES, 0 if unknown:
                               an entry from C into frame evaluation, of that
                               code object. Its children are inside it; its
                               parent is the return address of its caller */
    LEDGER_NODE_CUT,         /* deeper frames exist but were not recorded */
    LEDGER_NODE_ADOPTED,     /* the object existed before it was tracked */
    LEDGER_NODE_PYTHON,      /* value: index into LEDGER_PYTHON_NODES; parent of
                               a site under LEDGER_STACK_PYTHON */
    LEDGER_NODE_INTERPRETER, /* value: the number of an interpreter other than
                               the first, where each has a lock of its own:
                               around all of its stacks */
    LEDGER_NODE_SHADOW,      /* value: index into LEDGER_CODES: the EVALUATION
                               inside is of a frame that was made from one of
                               that code, which its caller was to evaluate */
};

/*
 * A stack tag is an index into this table: the innermost node. `parent` leads
 * outward, to the caller; 0 ends the stack. parent < own index always.
 */
struct ledger_node {
    uint32_t parent;
    uint32_t kind; /* enum ledger_node_kind */
    uint64_t value;
};

struct ledger_code {
    uint64_t address;
    ledger_string filename;
    ledger_string function; /* qualified name where the version has it */
    uint32_t first_line;
    uint32_t flags; /* co_flags */
};

enum ledger_python_flags {
    LEDGER_PYTHON_CUT = 1,  /* deeper callers exist but were not recorded */
    LEDGER_PYTHON_LOOP = 2, /* the instruction is part of a loop */
    LEDGER_PYTHON_SETTLING_SHIFT = 8, /* 3 bits: enum ledger_settling */
};

/* What becomes of a value that the current instruction has taken: by what the
 * statement does next. */
enum ledger_settling {
    LEDGER_SETTLING_UNKNOWN,
    LEDGER_SETTLING_STORED,   /* in a container or an attribute */
    LEDGER_SETTLING_VARIABLE, /* in a variable */
    LEDGER_SETTLING_RETURNED, /* or yielded */
    LEDGER_SETTLING_DROPPED,  /* nobody wants the result of a call, which may
                                 have had it as an argument */
};

/* Python stacks, as numbered nodes; parent is the caller, 0 the outermost. */
struct ledger_python_node {
    uint32_t parent;
    uint32_t code;
    uint32_t instruction; /* byte offset of the current instruction */
    uint32_t line;        /* 0: unknown */
    ledger_string opcode; /* name, without specialization; 0: unknown */
    uint32_t flags;       /* enum ledger_python_flags */
};

enum ledger_type_flags {
    LEDGER_TYPE_TRACKED = 1,
    LEDGER_TYPE_GC = 2,
    LEDGER_TYPE_HEAP = 4,
    LEDGER_TYPE_META = 8,            /* its objects are types */
    LEDGER_TYPE_EXPECTED = 16,       /* rules say who may own its objects */
    LEDGER_TYPE_BUILTIN = 32,        /* of the interpreter itself */
    LEDGER_TYPE_SUSPECTED = 64,      /* REFTALLY_SUSPECTS has it */
    LEDGER_TYPE_IDENTITY = 128,      /* equal is only what is the same */
    LEDGER_TYPE_PREHEADER_SHIFT = 8, /* bytes before an object: 8 bits */
};

struct ledger_type {
    uint64_t address;
    ledger_string name; /* tp_name; module.name for a heap type if known */
    uint32_t flags;
    uint64_t births; /* of instances with an account */
    uint64_t deaths;
    uint64_t deaths_estimated; /* at the end: of those without an account,
                                  too */
    uint64_t changes;
    uint64_t disposer; /* tp_dealloc: the type's, or of its first base whose is
                          not the interpreter's own, which calls it */
};

enum ledger_account_state {
    LEDGER_ACCOUNT_FREE,
    LEDGER_ACCOUNT_BORN,
    LEDGER_ACCOUNT_ADOPTED, /* history before adoption unknown */
};

enum ledger_account_flags {
    LEDGER_ACCOUNT_WATCHED = 1, /* private to the host, as is the next */
    LEDGER_ACCOUNT_RESTS =
        2, /* its changes are counted, without their stacks */
    LEDGER_ACCOUNT_RESTED =
        4, /* was so for a while: entries are not complete */
    LEDGER_ACCOUNT_OVERDRAWN =
        8, /* the last census found more owners than references: when the
              object dies, the account stays, without references; or with
              less than none, if it was released when it was dead */
    LEDGER_ACCOUNT_UNSEEN = 16, /* its changes are not seen: what it has is
                                   what the last census found */
    LEDGER_ACCOUNT_BURIED = 32, /* its count was zero: if it has references, it
                                   got them when it was dead, or else a type
                                   brought it back itself */
    LEDGER_ACCOUNT_FOLLOWED =
        64, /* the program asked for its changes: reftally_follow */
    LEDGER_ACCOUNT_SHOWN = 128, /* UNSEEN else; seen for a while */
    LEDGER_ACCOUNT_KEPT =
        LEDGER_ACCOUNT_SHOWN, /* of one that was born and is dead: its memory
                                 was freed, and kept in quarantine;
                                 with OVERDRAWN, somebody used it then, or
                                 still holds it */
};

/* One live object. */
struct ledger_account {
    uint64_t object;    /* address */
    int64_t references; /* the count as the ledger knows it */
    uint64_t serial;    /* births are numbered from 1 */
    uint32_t type;
    uint8_t state;    /* enum ledger_account_state; free ones are linked
                             through `entries` */
    uint8_t pending;  /* changes in the record of LEDGER_PENDING */
    uint8_t sampling; /* stands for 2^sampling objects born alike */
    uint8_t flags;    /* enum ledger_account_flags */
    uint32_t entries; /* first entry, 0: none */
    uint32_t entry_count;
    uint32_t birth; /* stack tag; the birth is also an entry's taking */
    uint32_t taken_activation;  /* frame evaluation of the last taking */
    uint32_t changes;           /* writes seen, wraps */
    uint32_t last_site;         /* for the audit */
    int32_t adopted_references; /* count when adopted */
    uint32_t taken_entry;       /* entry of the last taking */
};

/* What one object's references did at one stack tag. */
struct ledger_entry {
    uint32_t account; /* 0: free, linked through `next` */
    uint32_t next;
    uint32_t tag;    /* node */
    uint32_t python; /* Python node at the first change, 0: not recorded */
    uint32_t taken;  /* references */
    uint32_t released;
    uint32_t first; /* account.changes at the first and last change */
    uint32_t last;
    uint32_t activation; /* serial number of the frame evaluation in which the
                            last taking happened; 0: none */
    uint32_t again;      /* takings in an evaluation in which this object had
                            already been taken at another tag: "taken twice in
                            one frame" */
    uint32_t again_tag;  /* that other tag, at the last such taking */
    uint32_t reserved;
};

/*
 * The latest changes of the account with the same index: not yet part of its
 * entries. Most objects die before they have more, and then nobody needs to
 * know which entries they would have had. Changes at one tag are one record, in
 * the order of their first; account.pending says how many there are.
 */
enum {
    LEDGER_PENDING_MAX = 7,
    LEDGER_PENDING_RELEASED = 1 << 30, /* or'ed to the tag; else taken */
    LEDGER_PENDING_COUNT_MAX = 65535,
};

struct ledger_pending_change {
    uint32_t what; /* tag, taken or released */
    uint32_t python;
    uint32_t activation; /* of all takings */
    uint16_t count;      /* references */
    uint16_t last;       /* account.changes with the last, less `since` */
};

struct ledger_pending {
    uint64_t history; /* private to the host */
    uint32_t since;   /* account.changes before the first */
    uint32_t kind;    /* of the account: LEDGER_KINDS; 0: none */
    struct ledger_pending_change changes[LEDGER_PENDING_MAX];
};

/*
 * Balanced lives: dead objects whose account was exact, folded by what they
 * did where. `hash` is private to the host.
 */
struct ledger_signature {
    uint64_t hash;
    uint64_t objects;
    uint32_t type;
    uint32_t birth;
    uint32_t first; /* first of `count` consecutive signature entries */
    uint32_t count;
};

struct ledger_signature_entry {
    uint32_t tag;
    uint32_t taken;
    uint32_t released;
    uint32_t last; /* order of last use within the life */
};

/* Changes that nobody saw: between these two sites the count moved by itself. */
struct ledger_miss {
    uint32_t before_site;
    uint32_t after_site;
    uint32_t type;
    uint32_t reserved;
    uint64_t times;
    int64_t delta; /* sum */
};

/* Somebody set the PEP 523 slot of the interpreter; a record for each place. */
struct ledger_evaluator {
    uint64_t function; /* the evaluator, absolute address; 0: slot cleared */
    uint32_t setter;   /* stack tag of the setting call */
    uint32_t again;    /* so often it was set there once more; older ledgers
                          have a record for each time */
};

enum ledger_checkpoint_origin {
    LEDGER_CHECKPOINT_CALL,     /* reftally_checkpoint */
    LEDGER_CHECKPOINT_ROUND,    /* reftally_round: one more call is over */
    LEDGER_CHECKPOINT_SIGNAL,   /* REFTALLY_CHECKPOINT_SIGNAL */
    LEDGER_CHECKPOINT_INTERVAL, /* REFTALLY_CHECKPOINT_INTERVAL */
    LEDGER_CHECKPOINT_ENTER,    /* reftally_region: `label` begins */
    LEDGER_CHECKPOINT_LEAVE,    /* ... and is over, once more */
    LEDGER_CHECKPOINT_ORIGINS,
};

/* A moment at which what was alive was counted. */
struct ledger_checkpoint {
    ledger_string label;
    uint32_t origin; /* enum ledger_checkpoint_origin */
    uint64_t realtime_ns;
    uint64_t births; /* the header's, at that moment */
    uint64_t deaths;
    uint64_t changes;
    uint64_t alive; /* objects */
    int64_t references;
    uint64_t last_serial; /* of an account, at that moment */
};

/* Objects born alike. One that existed before, or is followed, stands alone. */
struct ledger_class {
    uint32_t type;
    uint32_t birth;   /* stack tag */
    uint32_t account; /* of an object that stands alone, else 0 */
    uint32_t kind;    /* of objects without an account; `birth` is 0 then */
};

/*
 * What a class had at a checkpoint. Only changes are written: without a mark,
 * a class has what its last mark before says, and nothing before its first.
 */
struct ledger_mark {
    uint32_t checkpoint;
    uint32_t class_index;
    uint64_t alive; /* objects */
    int64_t references;
};

enum ledger_census_flags {
    LEDGER_CENSUS_FINAL = 1,   /* just before the interpreter was finalized */
    LEDGER_CENSUS_CUT = 2,     /* stopped by its time limit: not all were found,
                                  so nobody lacks an owner */
    LEDGER_CENSUS_SCANNED = 4, /* memory was searched for pointers */
    LEDGER_CENSUS_FULL = 8,    /* the tables have no room for all of it */
    LEDGER_CENSUS_NONE =
        16, /* none could be taken, or the process ended before */
    LEDGER_CENSUS_ABRUPT = 32, /* in the middle of what the program did */
    LEDGER_CENSUS_COLLECTOR_OFF = 64, /* it does not run of its own accord */
    LEDGER_CENSUS_FAULT = 128,        /* an object's memory could not be read */
};

/*
 * A look at who owns every live object. Each census replaces what the one
 * before wrote to LEDGER_HOLDERS, LEDGER_OWNED and LEDGER_OWNERS.
 */
struct ledger_census {
    ledger_string label;
    uint32_t flags; /* enum ledger_census_flags */
    uint64_t realtime_ns;
    uint64_t duration_ns;
    uint64_t objects;     /* found, tracked or not */
    uint64_t accounts;    /* tracked and alive */
    uint64_t references;  /* the counts of these */
    uint64_t owners;      /* that were found for them, at most the count */
    uint64_t scanned;     /* bytes of memory searched */
    uint64_t last_serial; /* later accounts were born after this census */
    uint32_t python; /* Python node of where the thread was that took it; 0:
                             nowhere, or unknown */
    uint32_t reserved;
};

enum ledger_holder_kind {
    LEDGER_HOLDER_OBJECT = 1,
    LEDGER_HOLDER_FRAME,       /* a running frame; `name` is its function */
    LEDGER_HOLDER_STATIC,      /* a variable in the data of an image */
    LEDGER_HOLDER_INTERPRETER, /* the interpreter's own structures */
    LEDGER_HOLDER_STACK,       /* the stack of a thread */
    LEDGER_HOLDER_BLOCK,       /* memory of which nothing is known */
    LEDGER_HOLDER_CUT,         /* here the way goes on, but was not recorded,
                                  up to its parent, the last that was */
    LEDGER_HOLDER_POOL,   /* a block of Python's allocator for small objects;
                             `slot_number`: its bytes */
    LEDGER_HOLDER_HEAP,   /* a block of malloc; `slot_number` of a root: its
                           bytes, or 0 */
    LEDGER_HOLDER_FRAMES, /* where a thread keeps its Python frames */
};

enum ledger_slot_kind {
    LEDGER_SLOT_UNKNOWN,
    LEDGER_SLOT_ATTRIBUTE,  /* text: of an instance, a type, a structure */
    LEDGER_SLOT_KEY,        /* text: the value of this key, which is a str */
    LEDGER_SLOT_KEY_NUMBER, /* number: the value of this key */
    LEDGER_SLOT_KEY_OTHER,  /* text: the type of the key */
    LEDGER_SLOT_KEY_ITSELF, /* it is a key */
    LEDGER_SLOT_ITEM,       /* number: of a list or tuple */
    LEDGER_SLOT_LOCAL,      /* text: a local variable; number: on the stack */
    LEDGER_SLOT_CELL,       /* text: the variable that the cell is for */
    LEDGER_SLOT_CONTENT,    /* of a cell */
    LEDGER_SLOT_TYPE,       /* the type of an instance */
    LEDGER_SLOT_OFFSET,     /* number: bytes into the holder */
};

/*
 * A way to an object: what holds it, what holds that, and so on to a root. The
 * slot says where in the parent it is.
 */
struct ledger_holder {
    uint32_t parent;    /* < own index; 0: this is a root */
    uint32_t kind;      /* enum ledger_holder_kind */
    uint32_t type;      /* of an object */
    uint32_t slot_kind; /* enum ledger_slot_kind */
    ledger_string slot;
    ledger_string name; /* of a module, function, type or generator */
    ledger_string file; /* of a frame or generator */
    uint32_t line;
    uint64_t slot_number;
    uint64_t address; /* of the object, or of the variable */
    uint32_t like;  /* in LEDGER_KINDS: what the object is one of; 0: nothing */
    uint32_t limit; /* entries that a cache or queue may have; 0: any number */
};

enum ledger_owned_flags {
    LEDGER_OWNED_REACHED = 1,      /* there is a way to it from a root, which
                                      does not end when garbage is collected */
    LEDGER_OWNED_NO_TRAVERSE = 2,  /* its type has no tp_traverse, but its
                                     memory has pointers to objects */
    LEDGER_OWNED_STORED_ALONE = 4, /* no other reference was taken but the one
                                      that it was born with: `stored` is sure */
    LEDGER_OWNED_IN_MEMORY = 8,    /* of C, to which something leads: what is
                                      `possible` owns it */
    LEDGER_OWNED_UNTRACKED = 16, /* its type has a tp_traverse, but it is in no
                                      list of the collector; tuples and
                                      dictionaries may be in none */
    LEDGER_OWNED_SPENT = 32,     /* a weak reference whose object is gone */
};

/* Of a class, so many objects that were born in a region have a record. */
enum { LEDGER_FOLLOWED_EACH = 64 };

/*
 * One live object at the last census. Written for objects with more references
 * than owners, for those that no root leads to, and for the first few of each
 * class; all others had an owner for each reference.
 */
struct ledger_owned {
    uint64_t serial; /* of the account: it may be another object's by now */
    uint64_t object;
    uint32_t account;
    uint32_t type;
    uint32_t birth;
    uint32_t flags;       /* enum ledger_owned_flags */
    int64_t references;   /* its count */
    uint32_t edges;       /* from objects whose tp_traverse visits it */
    uint32_t frames;      /* from running frames */
    uint32_t statics;     /* from static data */
    uint32_t hidden;      /* from objects that tp_traverse does not announce */
    uint32_t internal;    /* pointers in the interpreter's own structures and
                             data: owners, or left over */
    uint32_t possible;    /* pointers elsewhere: owners, or left over */
    uint32_t first_owner; /* first of `owner_count` in LEDGER_OWNERS */
    uint32_t owner_count;
    uint32_t alike;  /* live objects of this type and birth, and of this kind if
                       there are no checkpoints; on the first record of each
                       such class, else 0 */
    uint32_t stored; /* stack tag of the last taking that was not given
                               back there: whoever keeps it, 0: unknown */
    uint32_t stored_python; /* Python node of that */
    uint32_t uncounted;   /* pointers that stood in static data before any code
                           ran, so that nobody took a reference for them; they
                           are among those above */
    uint32_t kind;        /* of the account, 0: none */
    uint32_t born_python; /* Python node of the birth; 0: unknown */
    uint32_t born_activation; /* serial number of the frame evaluation then;
                                 0: unknown */
    int32_t traverse; /* where its tp_traverse is, in bytes from its type's
                         disposer; 0: unknown */
};

enum ledger_owner_flags {
    LEDGER_OWNER_UNANNOUNCED = 1, /* its tp_traverse does not mention it: the
                                     object's, or of the one that leads to
                                     this memory of C */
    LEDGER_OWNER_NEEDLESS = 2,    /* ... and need not: it can be in no cycle */
};

struct ledger_owner {
    uint32_t holder;
    uint32_t slot_kind; /* enum ledger_slot_kind: where in the holder */
    ledger_string slot;
    uint32_t count; /* references that it has */
    uint64_t slot_number;
    uint32_t flags; /* enum ledger_owner_flags */
    uint32_t items; /* on the first record of an object, else 0: of all
                       references that its owners have, how many are items of
                       lists, tuples and dictionaries, which surely count; in
                       older ledgers only of one in static data */
};

/*
 * A slot in memory held an object, and then did not, and at that moment the
 * object was not released. Nothing is wrong if it was handed on.
 */
struct ledger_loss {
    uint64_t serial; /* of the account: it may be another object's by now */
    uint64_t slot;   /* address */
    uint32_t account;
    uint32_t changes;  /* of the account, that had been seen then */
    uint32_t writer;   /* node of the address behind the instruction that wrote
                         to the slot first; 0: nobody did */
    uint32_t disposer; /* node: tp_clear of the owner that died, or its
                          tp_dealloc; 0: it lives */
    uint32_t owner_type;   /* of the object that the slot is part of, 0: none */
    uint32_t owner_offset; /* bytes into that object */
    uint32_t owner_birth;  /* node: where it was born */
    uint32_t stands_for;   /* deaths of owners of that type, of which this was
                              looked at; 0: not known */
};

/*
 * A function returned that had changed the count of an object, itself or by
 * what it called.
 */
struct ledger_exit {
    uint64_t serial; /* of the account: it may be another object's by now */
    uint32_t account;
    uint32_t tag;      /* where the call changed the count first */
    uint32_t frame;    /* of that stack, the call; 0: the innermost. Functions
                        that are inlined into another are part of its frame */
    int32_t change;    /* of the count, in all of the call */
    uint32_t handed;   /* words of its caller's frame that held the object then,
                        and did not when the count first changed */
    uint32_t returned; /* 1: the register of results held it; 2: an object in
                          that register did, which was born in that call */
};

/*
 * A change of an object that became more. Of a few such objects all changes are
 * here, from birth until the census at the end, in their order: those of one
 * object are consecutive records. An object that died is left out.
 */
struct ledger_step {
    uint64_t serial; /* of the account: it may be another object's by now; 0:
                        no step */
    uint32_t account;
    uint32_t tag;
    uint32_t python; /* Python node at this change, 0: not recorded */
    int32_t change;  /* of the count */
    uint32_t kind;   /* in LEDGER_KINDS: what the object is one of */
    uint32_t reserved;
};

/*
 * An object that was alive at the end and had no account: its birth was left
 * out, but its count was audited all the same.
 */
struct ledger_counted {
    uint64_t object;
    uint32_t type;
    uint32_t references;
};

enum { LEDGER_MOMENTS_MAX = 64 };

/*
 * A moment at which the library counted of its own accord what was alive. They
 * are spread over the whole run: when all are taken, every other one is
 * dropped, and those that follow are twice as far apart.
 */
struct ledger_moment {
    uint64_t realtime_ns;
    uint64_t changes; /* the header's, at that moment, but for those of what
                         the interpreter ran of its own accord */
    uint64_t serial;  /* births that had got an account */
};

/* How many objects born alike were alive at each of the moments. */
struct ledger_course {
    uint32_t type;
    uint32_t birth;                     /* stack tag */
    uint32_t kind;                      /* 0: there are no kinds */
    uint32_t alive[LEDGER_MOMENTS_MAX]; /* those without an account
                                           too; 0 for fewer than ten */
};

enum { LEDGER_RISE_POINTS = 16 };

/*
 * When the objects of a kind that lived at the last moment were born; only where
 * hardly any had died. Points are evenly spread, by changes, from the first
 * birth to the end of the run.
 */
struct ledger_rise {
    uint32_t kind;
    uint32_t reserved;
    uint64_t begin, end;               /* the header's changes */
    uint32_t born[LEDGER_RISE_POINTS]; /* until the end of each part */
};

/*
 * What is born alike: of one type, by one instruction, at one position of the
 * innermost Python frame. All of it is counted here, at every moment, whether
 * it has an account or not.
 */
struct ledger_kind {
    uint64_t key; /* private to the host, as is `most` and what follows */
    uint64_t births;
    uint64_t alive;    /* objects, now */
    uint32_t accounts; /* of these, objects that have one */
    uint32_t birth;    /* stack tag of the last birth that got one; 0: none */
    uint32_t type;
    uint32_t site;
    /* Of those without an account, at the last census: */
    uint64_t counted; /* alive */
    /* More references than owners: objects, and how many more. */
    uint64_t unowned, unowned_references;
    /* The same, where pointers that may be left over are no owners. */
    uint64_t doubtful, doubtful_references;
    uint64_t overdrawn; /* objects that have more owners than references */
    /* Of admission.h: */
    uint32_t most;      /* alive at a birth so far */
    uint32_t low;       /* least that were alive at a birth of this turn */
    uint64_t end, next; /* by number of the birth */
    uint32_t floor;     /* the highest `low` of a turn before */
    uint32_t asked;
    uint64_t first; /* of rises.h: changes at the first birth that is known */
    uint32_t rise;  /* ... and its record, 0: none */
    uint32_t outgrown; /* of admission.h: objects with many references so far */
};

enum ledger_charge_place {
    LEDGER_CHARGE_VARIABLE = 1, /* a local variable, or its cell */
    LEDGER_CHARGE_CELL,         /* of a variable of the closure */
    LEDGER_CHARGE_FUNCTION,     /* what is called */
    LEDGER_CHARGE_CODE,
};

/*
 * With REFTALLY_FRAMES=audit: after evaluations of frames of this code, a live
 * object that such a frame has had references which are neither the frame's own
 * nor what it returned. They were stored, or are left over. What is charged to a
 * frame is not charged to those around it.
 */
struct ledger_charge {
    uint64_t serial; /* of the account: it may be another object's by now */
    int64_t left;    /* references; negative: given back too often */
    uint64_t evaluations; /* of which that is the sum */
    uint32_t account;     /* 0: none, any more */
    uint32_t code;
    uint32_t place;     /* enum ledger_charge_place: what it is to a frame */
    ledger_string name; /* of the variable, 0: unknown */
    uint32_t next;      /* private to the host */
    uint32_t reserved;
};

/* Of a checkpoint at which a region begins or is over. */
struct ledger_border {
    uint32_t checkpoint;
    uint32_t reserved;
    uint64_t serial; /* of the youngest account then: what was born since has
                        a higher one */
};

#endif
