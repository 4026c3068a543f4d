// Who it is whose use is shown, with a way to them.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import { mayInAccount } from '../../boot.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import type { Whose } from './whose.ts';

const item = (id: string) => `?item=${encodeURIComponent(id)}`;

const PLACES = {
  user: { says: 'Sessions of', address: (id: string) => to.account('people') + item(id) },
  service_user: { says: 'Sessions of', address: (id: string) => to.account('service-users') + item(id) },
  session: { says: 'One session:', address: to.session },
};

async function nameOf({ kind, id }: Whose): Promise<string> {
  if (kind === 'user') {
    const params = { path: { user_id: id } };
    const user = await answer(api.GET('/v3/enterprise/members/users/{user_id}', { params }));
    return user.name ?? user.email ?? id;
  }
  const params = { path: { service_user_id: id } };
  return (await answer(api.GET('/v3/enterprise/members/service-users/{service_user_id}', { params }))).name;
}

/** Nothing of an organization: it stands in its field. */
export function Subject({ of }: { of: Whose }) {
  const name = useSignal(of.id);
  const named = (of.kind === 'user' || of.kind === 'service_user') && mayInAccount('ViewAccountMembership');
  useEffect(() => {
    let over = false;
    name.value = of.id;
    // Who has left has no name any more, but may have used something.
    const learn = (found: string) => {
      if (!over) name.value = found;
    };
    if (named) nameOf(of).then(learn, () => {});
    return () => {
      over = true;
    };
  }, [of.kind, of.id]);
  if (of.kind === 'org') return null;
  const { says, address } = PLACES[of.kind];
  const leads = of.kind === 'session' || named;
  return (
    <p>
      {says} {leads ? <a href={address(of.id)}>{marked(name.value)}</a> : marked(name.value)}
    </p>
  );
}
