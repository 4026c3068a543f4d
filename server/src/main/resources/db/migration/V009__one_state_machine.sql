-- A connect token is signed and names its claim: none is stored, and none has to be revoked.
DROP TABLE connect_token;

-- Whether messages wait is asked whenever an agent comes to rest.
CREATE INDEX message_queued ON message (session_id) WHERE delivery = 'queued';

-- Machine time was counted on while a woken session waited for its next machine.
UPDATE session SET connected_at = NULL WHERE status <> 'RUNNING' AND connected_at IS NOT NULL;
