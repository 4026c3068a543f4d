// What sessions may use and nobody may read: a value is typed once and never shown.
import { answer, api, pressKey } from '../api/client.ts';
import { refusal } from '../api/problem.ts';
import type { Page, Secret } from '../api/types.ts';
import { CheckField, ChoiceField, TextField } from '../parts/shelf/fields.tsx';
import { type Form, textOrNull, type Values, wrong } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import { to } from '../routes.ts';
import { Age } from '../text/time.tsx';
import { Create } from './create.tsx';
import { ValueField } from './value.tsx';

const ALL = '/v3/organizations/{org_id}/secrets';
const ONE = '/v3/organizations/{org_id}/secrets/{secret_id}';
const FIRST = 200;

type Type = Secret['secret_type'];

const TYPES: Record<string, string> = {
  'key-value': 'value, as an environment variable',
  cookie: 'cookie of the browser',
  totp: 'one-time passwords (TOTP)',
};

const nameOf = (secret: Secret) => secret.key ?? secret.note ?? secret.secret_id;

export function secrets(org: string): Kind<Secret> {
  const path = { org_id: org };
  const remove = ({ secret_id }: Secret) => answer(api.DELETE(ONE, { params: { path: { ...path, secret_id } } }));
  /** A secret is replaced by another: what would be refused must not cost the old one. */
  const clear = async (secret: Secret, { key, value, type }: ReturnType<typeof bodyOf>) => {
    if (!value) throw wrong('value', 'Its value is shown to nobody: type the new one, or the same again');
    if (type !== 'cookie' && !/^[A-Za-z_]\w*$/.test(key)) throw wrong('key', 'Letters, digits and _, no digit first');
    await remove(secret).catch(thrown => {
      if (refusal(thrown).status !== 404) throw thrown; // else it is gone since an earlier try
    });
  };
  return {
    title: 'Secrets',
    one: 'secret',
    permission: 'ManageOrgSecrets',
    address: to.secrets(org),
    command: 'agent secret create NPM_TOKEN',
    page: after => answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<Secret>>,
    get: null,
    id: secret => secret.secret_id,
    name: nameOf,
    text: secret => `${secret.note ?? ''}\n${secret.secret_type}`,
    fixed: ({ access_type }) => (access_type === 'personal' ? "A person's own: it can only be seen here." : null),
    values: secret => ({
      key: secret?.key ?? '',
      type: secret?.secret_type ?? 'key-value',
      value: '',
      note: secret?.note ?? '',
      is_sensitive: secret?.is_sensitive ?? true,
    }),
    save: async (secret, values, key) => {
      const body = bodyOf(values);
      if (secret) await clear(secret, body);
      const header = { 'Idempotency-Key': key };
      return answer(api.POST(ALL, { params: { path, header }, body }));
    },
    remove,
    Facts,
    Fields,
    Create: ({ shelf, children }) => (
      <Create shelf={shelf} create={one => create(org, one)}>
        {children}
      </Create>
    ),
  };
}

/** One of many, by itself. */
const create = (org: string, body: { key: string; value: string }): Promise<Secret> => {
  const params = { path: { org_id: org }, header: { 'Idempotency-Key': pressKey() } };
  return answer(api.POST(ALL, { params, body }));
};

const bodyOf = (values: Values) => ({
  key: String(values.key),
  type: String(values.type) as Type,
  value: String(values.value),
  note: textOrNull(values, 'note'),
  is_sensitive: values.is_sensitive === true,
});

function Facts({ item }: { item: Secret }) {
  return (
    <>
      <span class="hint">{item.secret_type}</span>
      {item.access_type === 'personal' && <span class="tag">personal</span>}
      {!item.is_sensitive && <span class="tag">not masked</span>}
      <Age at={item.updated_at ?? item.created_at} />
    </>
  );
}

function Fields({ form, item }: { form: Form; item: Secret | null }) {
  return (
    <>
      <TextField form={form} name="key" also={['name']} label="Name" placeholder="NPM_TOKEN" spellcheck={false} />
      <ValueField form={form} item={item} />
      <ChoiceField form={form} name="type" label="Kind" choices={TYPES} />
      <TextField form={form} name="note" label="What it is for" />
      <CheckField
        form={form}
        name="is_sensitive"
        label="Mask it"
        hint="In messages, logs and what agents write, its value is shown as *** then."
      />
    </>
  );
}
