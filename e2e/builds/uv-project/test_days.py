import os
import pathlib

from days import days_between


def test_a_leap_year():
    assert days_between("1 March 2024", "2024-02-01") == 29
    pathlib.Path(os.environ["PROOF"]).touch()
