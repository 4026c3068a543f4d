// What people and service users may do, by the roles that they hold.
import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Page, Role } from '../api/types.ts';
import { mayInAccount } from '../boot.ts';
import { Field } from '../parts/field.tsx';
import { ChoiceField, TextField } from '../parts/shelf/fields.tsx';
import type { Form, Values } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { to } from '../routes.ts';
import { plural } from '../text/time.tsx';

const ALL = '/v3/enterprise/roles';
const ONE = '/v3/enterprise/roles/{role_id}';
const FIRST = 200;
const WRITES = 'ManageAccountMembership';

const HELD: Record<Role['role_type'], string> = {
  org: 'in an organization',
  enterprise: 'in the whole account',
};

/** A permission among the values of a form. */
const field = (permission: string) => `permissions.${permission}`;

const chosen = (values: Values) =>
  Object.entries(values).flatMap(([name, on]) => (on === true && name.startsWith(field('')) ? name.slice(12) : []));

/** All that roles of a type may have: the built-in ones say it. */
const allOf = (roles: Role[], type: string) =>
  [...new Set(roles.filter(role => role.role_type === type).flatMap(role => role.permissions))].sort();

function roles(known: Signal<Role[]>): Kind<Role> {
  const one = (role_id: string) => ({ params: { path: { role_id } } });
  const lacks = mayInAccount(WRITES) ? null : WRITES;
  return {
    title: 'Roles',
    one: 'role',
    permission: 'ViewAccountMembership',
    lacks,
    address: to.account('roles'),
    command: 'agent admin role list',
    page: async after => {
      const page = (await answer(api.GET(ALL, { params: { query: { first: FIRST, after } } }))) as Page<Role>;
      known.value = [...known.peek(), ...page.items];
      return page;
    },
    get: id => answer(api.GET(ONE, one(id))),
    id: role => role.role_id,
    name: role => role.role_name,
    text: role => role.permissions.join('\n'),
    fixed: role => (role.is_builtin ? 'It is built in, and can’t be changed.' : lacks && `Changing it needs ${lacks}.`),
    values: role => ({
      role_name: role?.role_name ?? '',
      role_type: role?.role_type ?? 'org',
      ...Object.fromEntries((role?.permissions ?? []).map(permission => [field(permission), true])),
    }),
    save: (role, values, key) => {
      const body = { role_name: String(values.role_name).trim(), permissions: chosen(values) };
      if (role) return answer(api.PATCH(ONE, { ...one(role.role_id), body }));
      const role_type = values.role_type as Role['role_type'];
      return answer(api.POST(ALL, { params: { header: { 'Idempotency-Key': key } }, body: { ...body, role_type } }));
    },
    remove: role => answer(api.DELETE(ONE, one(role.role_id))),
    Facts: ({ item }) => (
      <>
        {item.is_builtin && <span class="tag">built in</span>}
        <span>{HELD[item.role_type]}</span>
        <span>{plural(item.permissions.length, 'permission')}</span>
      </>
    ),
    Fields: ({ form, item }) => <Fields form={form} item={item} known={known.value} />,
  };
}

function Fields({ form, item, known }: { form: Form; item: Role | null; known: Role[] }) {
  const type = form.text('role_type');
  return (
    <>
      <TextField form={form} name="role_name" label="Name" />
      {item ? (
        <p class="hint">It is held {HELD[item.role_type]}.</p>
      ) : (
        <ChoiceField form={form} name="role_type" label="It is held" choices={HELD} />
      )}
      <Field
        id="permissions"
        label="Whoever holds it may"
        problem={form.problem.value}
        hint="Nobody gives what he may not do himself."
      >
        <div class="checks" id="permissions">
          {allOf(known, type).map(permission => (
            <label key={permission} class="switch">
              <input
                type="checkbox"
                checked={form.on(field(permission))}
                onChange={event => form.set(field(permission), event.currentTarget.checked)}
              />
              {permission}
            </label>
          ))}
        </div>
      </Field>
    </>
  );
}

export function RolesScreen() {
  const kind = useMemo(() => roles(signal<Role[]>([])), []);
  return <ShelfScreen org={null} kind={kind} />;
}
