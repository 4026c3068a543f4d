import os
import pathlib
import unittest

from _sums import ffi, lib


class Sums(unittest.TestCase):
    def test_of_three(self):
        self.assertEqual(lib.sum(ffi.new("long[]", [1, 2, 3]), 3), 6)
        pathlib.Path(os.environ["PROOF"]).touch()
