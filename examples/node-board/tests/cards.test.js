import assert from 'node:assert/strict';
import { test } from 'node:test';
import { left, sorted } from '../public/cards.js';

const CARDS = [
  { id: 1, title: 'paint', hours: 12, done: false },
  { id: 2, title: 'Oil', hours: 2, done: true },
  { id: 3, title: 'mend', hours: 30, done: false },
];
const ids = cards => cards.map(card => card.id);

test('as entered is the order of the list', () => {
  assert.deepEqual(ids(sorted(CARDS, 'entered')), [1, 2, 3]);
});

test('titles are sorted without regard to capitals', () => {
  assert.deepEqual(ids(sorted(CARDS, 'title')), [3, 2, 1]);
});

test('the shortest is first: hours are numbers', () => {
  assert.deepEqual(ids(sorted(CARDS, 'hours')), [2, 1, 3]);
});

test('the list that is given stays as it is', () => {
  sorted(CARDS, 'title');
  assert.deepEqual(ids(CARDS), [1, 2, 3]);
});

test('what is done is not left', () => {
  assert.equal(left(CARDS), 42);
});
