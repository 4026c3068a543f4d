"""Asks the server that runs; its port stands in notes.port."""

import json
import unittest
import urllib.error
import urllib.request


def ask(method, path, text=None):
    with open("notes.port", encoding="utf-8") as file:
        address = "http://127.0.0.1:%s%s" % (file.read(), path)
    data = None if text is None else text.encode("utf-8")
    request = urllib.request.Request(address, data=data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as e:
        return e.code, json.load(e)


class ApiTest(unittest.TestCase):
    def setUp(self):
        self.number = ask("POST", "/notes", "Buy Milk and bread")[1]["number"]

    def test_a_note_is_read_back(self):
        self.assertEqual((200, {"text": "Buy Milk and bread"}), ask("GET", "/notes/%d" % self.number))

    def test_a_note_that_is_not_there_is_404(self):
        ask("DELETE", "/notes/%d" % self.number)
        self.assertEqual((404, {"error": "no such note"}), ask("GET", "/notes/%d" % self.number))
        self.assertEqual((404, {"error": "no such note"}), ask("DELETE", "/notes/%d" % self.number))

    def test_search_finds_upper_and_lower_case(self):
        self.assertIn(self.number, ask("GET", "/notes?word=milk")[1]["numbers"])


if __name__ == "__main__":
    unittest.main()
