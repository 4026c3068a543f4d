import unittest

from slugs import slug, unique


class Slugs(unittest.TestCase):
    def test_other_characters_are_one_dash(self):
        self.assertEqual(slug("Hello, world: again!"), "hello-world-again")

    def test_no_dash_stands_at_an_end(self):
        self.assertEqual(slug("  (Draft) "), "draft")

    def test_accents_are_taken_off_and_letters_stay(self):
        self.assertEqual(slug("Crème brûlée à la carte"), "creme-brulee-a-la-carte")
        self.assertEqual(slug("Ångström"), "angstrom")

    def test_a_long_title_is_cut_without_a_dash_at_its_end(self):
        self.assertEqual(slug("one two three", longest=8), "one-two")


class Unique(unittest.TestCase):
    def test_a_new_title_has_no_number(self):
        self.assertEqual(unique("News", {"other"}), "news")

    def test_the_second_of_a_title_is_number_two(self):
        self.assertEqual(unique("News", {"news"}), "news-2")

    def test_the_third_of_a_title_is_number_three(self):
        self.assertEqual(unique("News", {"news", "news-2"}), "news-3")


if __name__ == "__main__":
    unittest.main()
