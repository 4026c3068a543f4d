// How somebody stands in the account: invited or not, in which organizations, by which groups.
import type { Person } from '../../api/types.ts';
import { may, organizationName } from '../../boot.ts';
import { isInvited } from '../../members/person.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';

export function Standing({ person }: { person: Person }) {
  const there = person.role_assignments.filter(each => each.org_id !== null);
  return (
    <div class="standing">
      {person.email && <p>{marked(person.email)}</p>}
      {isInvited(person) && <p class="hint">Invited; has not signed in yet.</p>}
      {person.idp_role_assignments.map(({ idp_group_name, org_id, role }) => (
        <p key={`${idp_group_name} ${org_id}`}>
          {marked(role.role_name)} in {org_id === null ? 'the whole account' : <Organization id={org_id} of={person} />}{' '}
          by the group {marked(idp_group_name)} of the identity provider.
        </p>
      ))}
      {there.map(({ org_id, role }) => (
        <p key={org_id}>
          {marked(role.role_name)} in <Organization id={org_id ?? ''} of={person} />.
        </p>
      ))}
    </div>
  );
}

/** Leads to the same person there, where the reader may see it. */
function Organization({ id, of }: { id: string; of: Person }) {
  const name = marked(organizationName(id));
  if (!may(id, 'ViewOrgMembership')) return <>{name}</>;
  return <a href={`${to.settings(id, 'people')}?item=${encodeURIComponent(of.user_id)}`}>{name}</a>;
}
