-- Written through version 1 of the API only.
ALTER TABLE note ADD COLUMN macro text;
