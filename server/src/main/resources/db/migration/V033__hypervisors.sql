-- Machines as their workers show themselves (api-enterprise.md 10): one for each acceptor id that claimed or named itself.
CREATE TABLE hypervisor (
  hypervisor_id text PRIMARY KEY,
  account_id    text NOT NULL REFERENCES account,
  acceptor_id   text NOT NULL,
  is_draining   boolean NOT NULL,
  slots         integer NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_seen     timestamptz NOT NULL,
  returned_at   timestamptz,
  UNIQUE (account_id, acceptor_id)
);
COMMENT ON COLUMN hypervisor.last_seen IS 'by a request; what its remotes say is in their sessions';
COMMENT ON COLUMN hypervisor.returned_at IS 'when it was seen again after a minute of silence, with claims from before it';
CREATE INDEX hypervisor_newest ON hypervisor (account_id, created_at DESC, hypervisor_id DESC);
