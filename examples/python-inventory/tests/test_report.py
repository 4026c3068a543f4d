import unittest

from inventory import report
from inventory.stock import Stock
from inventory.store import Store


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.store = Store("/nonexistent/stock.json")
        self.stock = Stock(self.store, lambda: 0.0)

    def test_the_report_shows_every_article(self):
        self.stock.add("LAMP", "Desk lamp", "12.50", 2)
        self.stock.reserve("LAMP", 1)
        text = report.render(self.stock)
        self.assertIn("LAMP       Desk lamp                   2      1", text)
        self.assertIn("total value: 25.00", text)

    def test_half_a_cent_is_rounded_up(self):
        self.stock.add("SCREWS", "Box of screws", "1.005", 1)
        self.assertEqual("1.01", report.total_value(self.store))


if __name__ == "__main__":
    unittest.main()
