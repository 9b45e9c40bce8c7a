/*
 * page_parts - style, markup and script of the HTML report, made from page/.
 */
#ifndef REFTALLY_REPORT_RENDER_PAGE_PARTS_H
#define REFTALLY_REPORT_RENDER_PAGE_PARTS_H

/* Lines with their ends; NULL behind the last. */
extern const char *const page_style[];
extern const char *const page_markup[];
extern const char *const page_script[];

/* SHA-256 in base64, of what stands between the tags. */
extern const char page_style_digest[];
extern const char page_script_digest[];

#endif
