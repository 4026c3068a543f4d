-- A branch of a repository that an organization has indexed, or is about to. A repository is indexed as long as one of its branches
-- is not removed; the content of removed ones is erased piece by piece.
CREATE TABLE indexed_branch (
  branch_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     text NOT NULL REFERENCES account,
  org_id         text NOT NULL REFERENCES organization,
  repo_path      text COLLATE "C" NOT NULL,
  branch_name    text NOT NULL,
  position       integer NOT NULL,
  resolved_name  text,
  indexed_commit text,
  due_at         timestamptz NOT NULL DEFAULT now(),
  holder         text,
  held_until     timestamptz,
  removed_at     timestamptz
);
COMMENT ON COLUMN indexed_branch.branch_name IS 'empty: the default branch, whatever its name';
COMMENT ON COLUMN indexed_branch.resolved_name IS 'of the branch as it was last found';
COMMENT ON COLUMN indexed_branch.indexed_commit IS 'of the content that can be searched; null: nothing yet';
COMMENT ON COLUMN indexed_branch.holder IS 'who looks after it until held_until, and nobody else meanwhile';
CREATE UNIQUE INDEX indexed_branch_once ON indexed_branch (org_id, repo_path, branch_name) WHERE removed_at IS NULL;
CREATE INDEX indexed_branch_due ON indexed_branch (due_at) WHERE removed_at IS NULL;
CREATE INDEX indexed_branch_removed ON indexed_branch (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX indexed_branch_organization ON indexed_branch (org_id, branch_id);

-- Each time that a branch was found to differ from its index, or could not be read.
CREATE TABLE index_job (
  job_id       text PRIMARY KEY,
  branch_id    bigint NOT NULL REFERENCES indexed_branch ON DELETE CASCADE,
  branch_name  text,
  commit       text NOT NULL,
  status       text NOT NULL CHECK (status IN ('in_progress', 'completed', 'failed')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX index_job_branch ON index_job (branch_id, created_at DESC, job_id DESC);
CREATE UNIQUE INDEX index_job_in_progress ON index_job (branch_id) WHERE status = 'in_progress';

-- Text files of a branch. The blob says whether one has changed.
CREATE TABLE index_file (
  file_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  branch_id bigint NOT NULL REFERENCES indexed_branch ON DELETE CASCADE,
  path      text COLLATE "C" NOT NULL,
  blob      text NOT NULL,
  UNIQUE (branch_id, path)
);

-- Some dozen lines of a file.
CREATE TABLE index_chunk (
  file_id    bigint NOT NULL REFERENCES index_file ON DELETE CASCADE,
  line_start integer NOT NULL,
  line_end   integer NOT NULL,
  branch_id  bigint NOT NULL,
  body       text NOT NULL,
  words      tsvector NOT NULL,
  PRIMARY KEY (file_id, line_start)
);
CREATE INDEX index_chunk_words ON index_chunk USING gin (words);

-- What is found in a chunk: names that it declares weigh most, then names as they are written (without underscores, in lower case), and
-- what the file's path says, then the words that names and sentences are made of, stemmed. The organization is a word, too, which no
-- text can hold: the index then reads none of others'.
CREATE FUNCTION index_words(org text, declared text, exact text, path text, parts text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN setweight(to_tsvector('pg_catalog.simple', declared), 'A')
      || setweight(to_tsvector('pg_catalog.simple', exact), 'B')
      || setweight(to_tsvector('pg_catalog.english', path), 'B')
      || setweight(to_tsvector('pg_catalog.english', parts), 'C')
      || array_to_tsvector(ARRAY['#' || org]);

-- What finds chunks. A term is a name as it is written, or all the words that it is made of; words that say nothing ("the", "is")
-- count only where there is nothing else. Null when the terms ask for nothing.
CREATE FUNCTION index_query(exact text[], parts text[], every_term boolean) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    WITH term AS (
      SELECT plainto_tsquery('pg_catalog.simple', t.exact) AS exact, plainto_tsquery('pg_catalog.english', t.parts) AS parts
        FROM unnest(exact, parts) AS t (exact, parts)
    ), saying AS (
      SELECT exact || parts AS term FROM term
       WHERE numnode(exact) > 0 AND (numnode(parts) > 0 OR NOT EXISTS (SELECT FROM term WHERE numnode(parts) > 0))
    )
    SELECT string_agg('(' || term::text || ')', CASE WHEN every_term THEN ' & ' ELSE ' | ' END)::tsquery FROM saying
  );
