import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../src/api/types.ts';
import { isByGroups, isInvited, organizationsOf, roleOf, rolesOf, within } from '../src/members/person.ts';

const role = (role_name: string) => ({ role_id: role_name.toLowerCase(), role_name, role_type: 'org' as const });
const person: Person = { user_id: 'u', email: 'a@b.c', name: null, role_assignments: [], idp_role_assignments: [] };
const own = { ...person, name: 'Ada', role_assignments: [{ role: role('Member'), org_id: 'o' }] };
const group = { idp_group_name: 'writers', org_id: 'o', role: role('Admin') };

test('whoever has not signed in yet is invited', () => {
  assert.equal(isInvited(person), true);
  assert.equal(isInvited(own), false);
});

test('a role of their own and those by groups are told apart', () => {
  assert.equal(roleOf(person), undefined);
  assert.equal(roleOf(own)?.role_id, 'member');
  assert.equal(isByGroups(own), false);
  assert.equal(isByGroups({ ...own, idp_role_assignments: [group] }), true);
  assert.deepEqual(rolesOf({ ...own, idp_role_assignments: [group] }), ['Member', 'Admin by writers']);
});

test('roles in the whole account are told from those in organizations', () => {
  const both = {
    ...own,
    role_assignments: [{ role: role('Owner'), org_id: null }, ...own.role_assignments],
    idp_role_assignments: [group, { ...group, org_id: null }, { ...group, org_id: 'p' }],
  };
  assert.deepEqual(rolesOf(within(both, null)), ['Owner', 'Admin by writers']);
  assert.deepEqual(rolesOf(within(both, 'p')), ['Admin by writers']);
  assert.deepEqual(organizationsOf(both), ['o', 'p']);
});
