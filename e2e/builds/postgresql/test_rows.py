import os
import pathlib
import unittest

import pg8000.native


class Rows(unittest.TestCase):
    def test_by_both_ways(self):
        with pg8000.native.Connection("example", host="localhost", port=5479, database="postgres") as rows:
            rows.run("CREATE TABLE word (text text)")
            rows.run("INSERT INTO word VALUES (:text)", text="hello")
        socket = os.path.abspath(".s.PGSQL.5479")
        with pg8000.native.Connection("example", unix_sock=socket, database="postgres") as rows:
            self.assertEqual(rows.run("SELECT text FROM word"), [["hello"]])
        pathlib.Path(os.environ["PROOF"]).touch()
