-- Which server does the chores that one is enough for; one row at most.
CREATE TABLE leader (
  one   boolean     PRIMARY KEY DEFAULT true CHECK (one),
  node  text        NOT NULL,
  until timestamptz NOT NULL
);
