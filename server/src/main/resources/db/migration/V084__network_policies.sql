-- What sessions of an organization may reach; null: what the operator has set for all.
ALTER TABLE organization ADD COLUMN network_policy jsonb;
