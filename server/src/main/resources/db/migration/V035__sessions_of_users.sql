-- Version 2 of the API shows of every human how many sessions are his.
CREATE INDEX session_owner ON session (user_id) WHERE user_id IS NOT NULL;
