-- Servers ask each other for changes, too: which kinds there are is told by the program.
ALTER TABLE file_question DROP CONSTRAINT file_question_kind_check;
