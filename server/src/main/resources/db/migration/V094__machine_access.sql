-- Whether people may open terminals on the machines of the organization's sessions.
ALTER TABLE organization ADD COLUMN machine_access boolean NOT NULL DEFAULT true;
