-- Reviews of pull requests: each is a session, and stands as that stands.
CREATE TABLE review (
  session_id text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES account,
  org_id     text NOT NULL REFERENCES organization,
  host       text NOT NULL,
  repo_path  text NOT NULL,
  pr_number  bigint NOT NULL,
  commit_sha text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN review.host IS 'in lower case';
COMMENT ON COLUMN review.commit_sha IS 'the last one of the pull request when the review was asked for';
CREATE INDEX review_newest ON review (org_id, md5(repo_path), pr_number, created_at DESC);

-- How the repositories of an organization are made ready for work.
CREATE TABLE repository_setup (
  org_id                       text NOT NULL REFERENCES organization,
  account_id                   text NOT NULL REFERENCES account,
  host                         text NOT NULL,
  repo_path                    text NOT NULL,
  pull_repo_commands           text[] NOT NULL,
  update_dependencies_commands text[] NOT NULL,
  run_lint_commands            text[] NOT NULL,
  run_project_commands         text[] NOT NULL,
  repo_note                    text,
  session_id                   text NOT NULL,
  updated_at                   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN repository_setup.session_id IS 'the one that ran it last';
CREATE UNIQUE INDEX repository_setup_repository ON repository_setup (org_id, host, md5(repo_path));

-- When its host was asked last how a pull request stands.
ALTER TABLE pull_request ADD COLUMN asked_at timestamptz;
CREATE INDEX pull_request_to_ask ON pull_request (asked_at NULLS FIRST) WHERE state IN ('open', 'draft');
