-- When the host of a pull request is to be asked next how it stands: one range of an index.
ALTER TABLE pull_request
  ADD COLUMN ask_at timestamptz NOT NULL DEFAULT '-infinity',
  DROP COLUMN asked_at;
CREATE INDEX pull_request_to_ask ON pull_request (ask_at) WHERE state IN ('open', 'draft');
