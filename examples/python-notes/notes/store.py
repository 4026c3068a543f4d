"""Notes in memory, numbered from 1."""


class Store:
    def __init__(self):
        self._notes = {}
        self._next = 1

    def add(self, text):
        number = self._next
        self._next += 1
        self._notes[number] = text
        return number

    def get(self, number):
        return self._notes[number]

    def delete(self, number):
        del self._notes[number]

    def search(self, word):
        """Numbers of the notes that contain the word, in upper or lower case."""
        return [number for number, text in self._notes.items() if word in text]
