-- The analysis of a session: made once, on request. A row without one is to be made, by the node that holds it.
CREATE TABLE session_analysis (
  session_id text PRIMARY KEY REFERENCES session,
  analysis   jsonb,
  tries      integer NOT NULL DEFAULT 0,
  held_until timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN session_analysis.held_until IS 'from then on another node may take it up; of no meaning once the analysis is there';
CREATE INDEX session_analysis_due ON session_analysis (held_until) WHERE analysis IS NULL;
