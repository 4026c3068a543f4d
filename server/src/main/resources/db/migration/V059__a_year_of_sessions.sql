-- Each tag with whose it is, once for the account and once for the organization: how often a tag occurs differs by organization, and a plan that
-- takes the account's average for an organization that hardly has it reads all of its sessions.
CREATE FUNCTION tag_keys(owner_id text, tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array(SELECT owner_id || ' ' || tag FROM unnest(tags) AS tag);

CREATE FUNCTION tag_keys(account_id text, org_id text, tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 1000
  RETURN tag_keys(account_id, tags) || tag_keys(org_id, tags);
COMMENT ON FUNCTION tag_keys(text, text, text[]) IS 'costly, so that a row is judged by its tags first';

-- The index session_tags stays for the release before; a later one drops it.
CREATE INDEX session_tag_keys ON session USING gin (tag_keys(account_id, org_id, tags));

-- How few sizes there are; without it the planner sorts the sessions of a year instead of counting them as they come.
CREATE STATISTICS session_sizes ON (session_size(acus_consumed)) FROM session;
ANALYZE session;

-- Which sessions have a merged pull request, without reading those that are not merged.
CREATE INDEX pull_request_merged ON pull_request (session_id) INCLUDE (account_id, found_at) WHERE state = 'merged';
