// People of an organization by pages: those with a role of their own, then those who are there by groups of the identity
// provider only.
import { answer, api } from '../../api/client.ts';
import type { Page, Person } from '../../api/types.ts';

const OWN = '/v3beta1/organizations/{org_id}/members/users';
const BY_GROUPS = '/v3beta1/organizations/{org_id}/members/idp-users';
const FIRST = 200;

/** Begins the cursors of the second list. */
const GROUPS = 'groups:';

type Pages = (after: string | undefined) => Promise<Page<Person>>;

export function pagesOfPeople(org: string): Pages {
  const path = { org_id: org };
  /** Whoever has both kinds of roles is in both lists. */
  const known = new Map<string, Person>();
  const own: Pages = async after => {
    const page = await answer(api.GET(OWN, { params: { path, query: { first: FIRST, after } } }));
    const items = page.items.map(user => ({ ...user, idp_role_assignments: [] }));
    for (const each of items) known.set(each.user_id, each);
    return { ...page, items };
  };
  const byGroups: Pages = async after => {
    const page = await answer(api.GET(BY_GROUPS, { params: { path, query: { first: FIRST, after } } }));
    const items = page.items.map(user => ({ role_assignments: [], ...known.get(user.user_id), ...user }));
    return { ...page, items, end_cursor: page.end_cursor && GROUPS + page.end_cursor };
  };
  return async after => {
    if (after?.startsWith(GROUPS)) return byGroups(after.slice(GROUPS.length));
    if (!after) known.clear();
    const page = await own(after);
    if (page.has_next_page) return page;
    const rest = await byGroups(undefined);
    const all = new Map([...page.items, ...rest.items].map(each => [each.user_id, each]));
    return { ...rest, items: [...all.values()] };
  };
}
