import contextlib
import io
import os
import tempfile
import unittest

from inventory.cli import main


class CliTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = os.path.join(directory.name, "stock.json")

    def run_cli(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([self.file, *arguments], clock=lambda: 0.0)
        return code, out.getvalue().strip(), err.getvalue().strip()

    def test_a_reservation_survives_between_two_calls(self):
        self.run_cli("add", "LAMP", "Desk lamp", "12.50", "2")
        code, reservation, _ = self.run_cli("reserve", "LAMP", "1")
        self.assertEqual(0, code)
        self.assertEqual((0, "", ""), self.run_cli("ship", reservation))
        self.assertIn("total value: 12.50", self.run_cli("report")[1])

    def test_an_error_is_one_line_and_exit_code_1(self):
        self.assertEqual((1, "", "inventory: no such article: SOFA"), self.run_cli("reserve", "SOFA", "1"))


if __name__ == "__main__":
    unittest.main()
