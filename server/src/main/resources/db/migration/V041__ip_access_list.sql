ALTER TABLE account ADD COLUMN ip_ranges text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN account.ip_ranges IS 'from where its callers may come, canonical, as given; none: from everywhere';
