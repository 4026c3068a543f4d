-- Sessions are found by beginnings of words, each known with its organization: else a word that others use often is slow for one that hardly has it.
ALTER TABLE session ADD COLUMN prompt_line text;
COMMENT ON COLUMN session.prompt_line IS 'where its prompt begins, for searches; null of older ones, whose title mostly says it';

-- In small letters, without punctuation, at most 64 characters of each.
CREATE FUNCTION search_words(said text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array(SELECT DISTINCT left(word, 64)
                 FROM regexp_split_to_table(lower(said), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\s]+') AS word
                WHERE word <> '');

CREATE FUNCTION search_keys(org_id text, title text, prompt_line text, tags text[]) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN array_to_tsvector(array(
    SELECT DISTINCT org_id || ' ' || word
      FROM unnest(ARRAY[left(title, 300), left(prompt_line, 300)] || tags) AS said, unnest(search_words(said)) AS word));
COMMENT ON FUNCTION search_keys(text, text, text, text[]) IS 'costly, so that a row is judged by its other columns first';

-- Null, which nothing matches, of a text without words.
CREATE FUNCTION search_query(org_id text, said text) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT string_agg('''' || org_id || ' ' || word || ''':*', ' & ') FROM unnest(search_words(said)) AS word)::tsquery;

CREATE INDEX session_search ON session USING gin (search_keys(org_id, title, prompt_line, tags));
CREATE INDEX pull_request_address ON pull_request (pr_url);

-- Whether a person is asked something; a column, so that other changes of state leave its index alone.
ALTER TABLE session ADD COLUMN asks boolean NOT NULL GENERATED ALWAYS AS (
  NOT is_archived AND wait_for IS NULL
  AND coalesce(CASE status WHEN 'RUNNING' THEN status_detail
                           WHEN 'RESUMING' THEN prior_detail
                           WHEN 'SUSPENDED' THEN CASE WHEN status_detail IS DISTINCT FROM 'ERROR' THEN prior_detail END
               END IN ('WAITING_FOR_USER', 'WAITING_FOR_APPROVAL'), false)) STORED;
CREATE INDEX session_asks ON session (org_id, created_at DESC, session_id DESC) WHERE asks;
ANALYZE session;
