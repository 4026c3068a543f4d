// The roles of a group in organizations: given, changed and taken away below its editor.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Group } from '../../api/types.ts';
import { boot, organizationName } from '../../boot.ts';
import type { Roles } from '../../members/roles.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ChoiceField } from '../../parts/shelf/fields.tsx';
import { Form } from '../../parts/shelf/form.ts';
import { Failed } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import { marked } from '../../text/marks.ts';
import { inAccount, inOrganizations } from './assignments.ts';
import { hold, release } from './roles.ts';

interface Properties {
  group: Group;
  roles: Roles;
  /** What the reader lacks to change them. */
  lacks: string | null;
  changed: (group: Group) => void;
}

export function Organizations({ group, roles, lacks, changed }: Properties) {
  const there = inOrganizations(group);
  return (
    <section class="editor" aria-labelledby="in-organizations">
      <h2 id="in-organizations">In organizations</h2>
      {there.length === 0 && <p class="hint">It has no role in any.</p>}
      <Held group={group} lacks={lacks} changed={changed} />
      {!lacks && !inAccount(group) && <p class="hint">Before one there it needs a role in the whole account.</p>}
      {!lacks && inAccount(group) && <Give group={group} roles={roles} changed={changed} />}
    </section>
  );
}

function Held({ group, lacks, changed }: Omit<Properties, 'roles'>) {
  const asked = useSignal<string | null>(null);
  const close = () => {
    asked.value = null;
  };
  const name = marked(organizationName(asked.value ?? ''));
  return (
    <>
      <ul class="api-keys" aria-label="Roles in organizations">
        {inOrganizations(group).map(({ org_id, role }) => (
          <li key={org_id}>
            <span class="name">{marked(organizationName(org_id ?? ''))}</span>
            <span>{marked(role.role_name)}</span>
            {!lacks && (
              <span class="buttons">
                <button
                  type="button"
                  class="quiet bad"
                  aria-label={`Take its role in ${marked(organizationName(org_id ?? ''))} away`}
                  onClick={() => {
                    asked.value = org_id;
                  }}
                >
                  Take away…
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title="Take the role away" open={asked.value !== null} close={close}>
        <Confirm
          word="remove"
          says={`All who are in “${marked(group.idp_group_name)}” lose its role in ${name}. Roles of their own stay.`}
          label="Take the role away"
          act={async () => {
            if (asked.value) changed(await release(group, asked.value));
            close();
            say('Taken away');
          }}
        />
      </Dialog>
    </>
  );
}

function Give({ group, roles, changed }: Omit<Properties, 'lacks'>) {
  const organizations = Object.fromEntries(boot.organizations.map(each => [each.org_id, each.name]));
  const form = useMemo(
    () => new Form({ org_id: boot.organizations[0]?.org_id ?? '', org_role_id: 'org_member' }),
    [group.idp_group_name],
  );
  if (boot.organizations.length === 0) return <p class="hint">You have no role in an organization to name here.</p>;
  const give = async () => {
    const given = await form.submit(values => hold(group, String(values.org_id), String(values.org_role_id)));
    if (!given) return;
    changed(given);
    say('Given');
  };
  return (
    <form
      class="new-key"
      aria-label="A role in an organization"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        give();
      }}
    >
      <div class="pair">
        <ChoiceField form={form} name="org_id" label="Organization" choices={organizations} />
        <ChoiceField
          form={form}
          name="org_role_id"
          also={['role_id']}
          label="Role there"
          choices={roles.choices('org', () => true)}
        />
      </div>
      {form.problem.value && <Failed problem={form.problem.value} />}
      <button type="submit" class="second" disabled={form.busy.value}>
        Give the role
      </button>
    </form>
  );
}
