// People by pages: those with a role of their own, then those who are there by groups of the identity provider only.
import type { IdpUser, Page, Person, User } from '../api/types.ts';

const FIRST = 200;

/** Begins the cursors of the second list. */
const GROUPS = 'groups:';

interface Query {
  first: number;
  after: string | undefined;
}

/** The two lists of an organization, or of the whole account. */
export interface Lists {
  own: (query: Query) => Promise<Page<User>>;
  byGroups: (query: Query) => Promise<Page<IdpUser>>;
}

type Pages = (after: string | undefined) => Promise<Page<Person>>;

export function pagesOfPeople(lists: Lists): Pages {
  /** Whoever has both kinds of roles is in both lists. */
  const known = new Map<string, Person>();
  const own: Pages = async after => {
    const page = await lists.own({ first: FIRST, after });
    const items = page.items.map(user => ({ ...user, idp_role_assignments: [] }));
    for (const each of items) known.set(each.user_id, each);
    return { ...page, items };
  };
  const byGroups: Pages = async after => {
    const page = await lists.byGroups({ first: FIRST, after });
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
