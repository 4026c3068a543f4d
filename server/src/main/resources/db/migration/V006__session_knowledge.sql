ALTER TABLE session ADD COLUMN knowledge_ids text[];
COMMENT ON COLUMN session.knowledge_ids IS 'notes that the session may read; null: all of its organization and enterprise';
