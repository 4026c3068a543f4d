import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idIn, matching, offeredGroups } from '../src/palette/commands.ts';

const run = () => {};

test('what the page offers is listed by groups, and what moves step by step is not', () => {
  const offered = [
    { keys: 'g s', does: 'Sessions', group: 'Go to', run },
    { keys: 'j', does: 'Next step', run },
    { keys: 'i', does: 'Interrupt the agent', group: 'This session', run },
    { keys: '', does: 'Resume', group: 'This session', run },
  ];
  assert.deepEqual(offeredGroups(offered), [
    {
      name: 'This session',
      commands: [
        { name: 'Interrupt the agent', beside: 'i', run },
        { name: 'Resume', beside: '', run },
      ],
    },
    { name: 'Go to', commands: [{ name: 'Sessions', beside: 'g s', run }] },
  ]);
});

test('all words of the text are in the name, in any case and order', () => {
  const groups = [
    { name: 'A', commands: ['New session', 'Sessions'].map(name => ({ name, beside: '', run })) },
    { name: 'B', commands: [{ name: 'Fleet', beside: '', run }] },
  ];
  const names = (text: string) => matching(groups, text).map(group => group.commands.map(({ name }) => name));
  assert.deepEqual(names('SESSION new'), [['New session']]);
  assert.deepEqual(names(' '), [['New session', 'Sessions'], ['Fleet']]);
  assert.deepEqual(names('nothing'), []);
});

test('a session is named by its id, also in an address', () => {
  const id = '0123456789abcdef0123456789abcdef';
  assert.equal(idIn(`https://x.example/sessions/${id}?tab=1`), id);
  assert.equal(idIn(`agent-${id}`), id);
  assert.equal(idIn(`${id}0`), null);
  assert.equal(idIn('cart'), null);
});
