\set QUIET on
SET client_min_messages TO warning;
CREATE EXTENSION IF NOT EXISTS plpython3u;
CREATE OR REPLACE FUNCTION words(text) RETURNS int AS $$
import json
return len(json.loads(json.dumps(args[0].split())))
$$ LANGUAGE plpython3u;
CREATE OR REPLACE FUNCTION rows(int) RETURNS SETOF text AS $$
for number in range(args[0]):
    yield plpy.execute("SELECT %d AS n" % number)[0]["n"].__str__()
$$ LANGUAGE plpython3u;
SELECT sum(words(repeat('a b ', n))) FROM generate_series(1, 200) AS n;
SELECT count(*) FROM rows(500);
DO $$ plpy.notice("done") $$ LANGUAGE plpython3u;
