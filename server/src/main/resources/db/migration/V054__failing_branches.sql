-- Branches that fail again and again are looked at less and less often.
ALTER TABLE indexed_branch ADD COLUMN failures_in_a_row integer NOT NULL DEFAULT 0;
