import json
import unittest
from pathlib import Path

from durations import parse, show

ISSUES = Path(__file__).parent.parent / "tracker" / "issues.json"


class Durations(unittest.TestCase):
    def test_all_units_are_read(self):
        self.assertEqual(parse("1d 2h 3m 4s"), 93784)

    def test_what_is_written_is_read_again(self):
        for seconds in (1, 59, 60, 3600, 5400, 90061):
            self.assertEqual(parse(show(seconds)), seconds)

    def test_what_is_no_duration_is_refused(self):
        for text in ("", "h", "12", "1x", "1hour", "1m30"):
            with self.assertRaises(ValueError, msg=text):
                parse(text)

    def test_nothing_is_written_so_that_it_can_be_read(self):
        self.assertEqual(show(0), "0s")


class Tracker(unittest.TestCase):
    def test_the_oldest_bug_is_closed_with_a_reason(self):
        oldest = json.loads(ISSUES.read_text())[1]
        self.assertEqual(oldest["state"], "closed")
        self.assertTrue(oldest["reason"])


if __name__ == "__main__":
    unittest.main()
