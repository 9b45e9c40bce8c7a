#include "report/finding/headline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/lead.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* "app.py:12 in load"; to be freed. */
static char *
python_text(const struct lead_place *place)
{
    return memory_format("%s:%" PRIu32 " in %s",
                         place->file != NULL ? words_last_part(place->file)
                                             : "?",
                         place->line, place->function);
}

/* "parse (spam.c:7)"; to be freed. */
static char *
native_text(const struct lead_place *place)
{
    char *name = words_folded(place->function), *text;

    if (place->file == NULL) {
        return name;
    }
    text = memory_format("%s (%s:%" PRIu32 ")", name,
                         words_last_part(place->file), place->line);
    free(name);
    return text;
}

/*
 * Whom the sentence is about; functions that are not the user's with the Python
 * line that led there. NULL: nobody is known.
 */
static char *
actor(const struct lead *lead)
{
    char *native, *line, *both;

    if (lead->by_python) {
        return python_text(&lead->python);
    }
    if (lead->native.function == NULL) {
        return NULL;
    }
    native = native_text(&lead->native);
    if (lead->python.function == NULL || !lead->foreign) {
        return native;
    }
    line = python_text(&lead->python);
    both = memory_format("%s, below %s,", native, line);
    free(native);
    free(line);
    return both;
}

/* " and forgets it on the way past line 13"; to be freed. */
static char *
forgetting(const struct lead *lead)
{
    const struct lead_place *forgotten = &lead->forgotten;

    if (forgotten->file == NULL || lead->by_python) {
        return memory_text(" that nobody gives back");
    }
    if (lead->native.file != NULL &&
        strcmp(lead->native.file, forgotten->file) == 0) {
        /* It would read as if another line were meant. */
        if (lead->native.line == forgotten->line) {
            return memory_text(" that nobody gives back");
        }
        return memory_format(" and forgets it on the way past line %" PRIu32,
                             forgotten->line);
    }
    return memory_format(" and forgets it on the way past %s:%" PRIu32,
                         words_last_part(forgotten->file), forgotten->line);
}

static char *
about_surplus(const struct finding *finding, const struct lead *lead,
              const char *who, const char *objects)
{
    enum role role = finding->sites[0].role;
    char *forgotten, *text;

    if (finding->type_owed) {
        return memory_format("%s does not give back the type of its instances",
                             who);
    }
    if (role == ROLE_OVERWROTE) {
        return memory_format("%s writes over what held %s, and does not "
                             "release it",
                             who, objects);
    }
    if (role == ROLE_LET_GO) {
        return memory_format("%s lets go of %s without a release", who,
                             objects);
    }
    if (finding->taken_twice) {
        return memory_format("%s takes a reference to %s that is taken once "
                             "more in the same frame",
                             who, objects);
    }
    forgotten = forgetting(lead);
    text =
        memory_format("%s takes a reference to %s%s", who, objects, forgotten);
    free(forgotten);
    return text;
}

/* "..., as in app.CACHE['k']"; to be freed. */
static char *
with_way(const struct finding *finding, const char *said)
{
    const struct owner_summary *owners = &finding->owners;
    char *way, *text;

    if (owners->way_count == 0) {
        return memory_text(said);
    }
    way = text_printable(owners->ways[0].text, strlen(owners->ways[0].text));
    text = memory_format("%s, as in %s", said, way);
    free(way);
    return text;
}

static char *
about_held(const struct finding *finding, const char *who, const char *objects)
{
    char *said = memory_format("%s keeps %s", who, objects);
    char *text = with_way(finding, said);

    free(said);
    return text;
}

static char *
about_cycle(const struct finding *finding, const char *who, const char *objects)
{
    if (finding->adrift) {
        return memory_format("%s stores %s where they own each other", who,
                             objects);
    }
    if (finding->sites[0].role != ROLE_LEFT_OUT) {
        return memory_format("%s makes %s, and they own each other", who,
                             objects);
    }
    if (finding->unvisited == NULL) {
        return memory_format("%s does not let go of what %s holds, and they "
                             "own each other",
                             who, objects);
    }
    return memory_format("%s does not visit %s of %s, and they own each other",
                         who, finding->unvisited, objects);
}

static char *
sentence(const struct finding *finding, const struct lead *lead,
         const char *who, const char *objects)
{
    switch (finding->verdict) {
    case VERDICT_HELD:
        return about_held(finding, who, objects);
    case VERDICT_DEFICIT:
        if (finding->sites[0].role == ROLE_GAVE_AWAY) {
            return memory_format("%s gives away a reference to %s that nobody "
                                 "took",
                                 who, objects);
        }
        return memory_format("%s releases %s more often than it was taken", who,
                             objects);
    case VERDICT_CYCLE:
        return about_cycle(finding, who, objects);
    default:
        return about_surplus(finding, lead, who, objects);
    }
}

/* What a program died of is told, whoever released it; and what is kept, though
   it is known only where it was born. */
static bool
blames_nobody(const struct finding *finding)
{
    return finding->site_count > 0 && finding->sites[0].blame <= 0 &&
           (finding->verdict == VERDICT_DEFICIT ||
            finding->sites[0].role == ROLE_BORN);
}

static char *
about_objects(const struct finding *finding, const struct lead *lead,
              const char *type)
{
    char *said = memory_format("%s %s: %s", type,
                               finding->objects == 1 ? "object" : "objects",
                               verdict_text(finding->verdict));
    char *place, *text;

    said[strlen(said) - 1] = '\0'; /* the full stop */
    if (!blames_nobody(finding)) {
        return said;
    }
    if (finding->owners.way_count > 0 || lead->python.function == NULL) {
        text = with_way(finding, said);
    }
    else {
        place = python_text(&lead->python);
        text = memory_format("%s, as at %s", said, place);
        free(place);
    }
    free(said);
    return text;
}

char *
headline_text(const struct inputs *inputs, const struct finding *finding)
{
    struct lead lead;
    const char *name = finding->type != NULL ? finding->type : "?";
    char *type = text_printable(name, strlen(name)), *who, *text;
    char *objects =
        finding->objects == 0
            ? memory_text("an object")
            : memory_format("%s %s", finding->objects == 1 ? "one" : "each",
                            type);

    lead_fill(&lead, inputs, finding);
    who = blames_nobody(finding) ? NULL : actor(&lead);
    if (who != NULL) {
        text = sentence(finding, &lead, who, objects);
    }
    else if (finding->verdict == VERDICT_HELD &&
             finding->owners.way_count > 0) {
        who = memory_format("%s is kept", objects);
        text = with_way(finding, who);
    }
    else {
        text = about_objects(finding, &lead, type);
    }
    lead_clear(&lead);
    free(objects);
    free(type);
    free(who);
    return text;
}
