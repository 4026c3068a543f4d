// Models that an organization has set up for its sessions.
import { answer, api } from '../../api/client.ts';
import type { Page, RegisteredModel } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { numberOrNull, textOrNull, type Values, wrong } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { Fields } from './fields.tsx';
import { TypedKeys } from './key.ts';
import type { Known } from './known.ts';

const ALL = '/v3/organizations/{org_id}/registered-models';
const ONE = '/v3/organizations/{org_id}/registered-models/{model_id}';
const FIRST = 200;
const WRITES = 'ManageOrgSettings';

export function models(org: string, known: Known): Kind<RegisteredModel> {
  const path = { org_id: org };
  const one = (model_id: string) => ({ params: { path: { ...path, model_id } } });
  const lacks = may(org, WRITES) ? null : WRITES;
  const keys = new TypedKeys(org);
  return {
    title: 'Models',
    one: 'model',
    permission: lacks ? 'UseAgentSessions' : WRITES,
    lacks,
    adding: { link: 'Register a model', button: 'Register' },
    address: to.settings(org, 'models'),
    command: 'agent model create fast anthropic:claude-haiku-5-5 --key MODEL_KEY',
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<RegisteredModel>>,
    get: id => answer(api.GET(ONE, one(id))),
    id: model => model.model_id,
    name: model => model.name,
    text: model => `${model.provider}\n${model.provider_model}\n${model.base_url ?? ''}`,
    fixed: () => lacks && `Changing it needs ${lacks}.`,
    values: valuesOf,
    save: async (model, values, key) => {
      const body = bodyOf(values);
      await keys.keep(values);
      const saved = await (model
        ? answer(api.PATCH(ONE, { ...one(model.model_id), body: changed(body, bodyOf(valuesOf(model))) }))
        : answer(
            api.POST(ALL, {
              params: { path, header: { 'Idempotency-Key': key } },
              body: { ...body, provider: values.provider as RegisteredModel['provider'] },
            }),
          ));
      keys.forget();
      known.load();
      return saved;
    },
    spreads: model => model.is_default,
    remove: model => answer(api.DELETE(ONE, one(model.model_id))),
    removal: model => ({
      verb: 'Delete',
      says: `Sessions that run with “${marked(model.name)}” sleep at their next call of the model then, until one of that name is registered.`,
    }),
    Facts,
    Fields: ({ form, item }) => <Fields org={org} form={form} item={item} known={known} />,
  };
}

const shown = (value: string | number | null | undefined) => String(value ?? '');

function valuesOf(model: RegisteredModel | null): Values {
  return {
    name: shown(model?.name),
    provider: model?.provider ?? 'anthropic',
    provider_model: shown(model?.provider_model),
    base_url: shown(model?.base_url),
    key_secret: shown(model?.key_secret),
    key_secrets: (model?.key_secrets ?? []).slice(1).join(', '),
    key: '',
    context_tokens: shown(model?.context_tokens),
    output_tokens: shown(model?.output_tokens),
    input_price: shown(model?.input_price),
    output_price: shown(model?.output_price),
    cache_read_price: shown(model?.cache_read_price),
    cache_write_price: shown(model?.cache_write_price),
    effort: shown(model?.effort),
    takes_images: model?.takes_images ?? true,
    fallback: shown(model?.fallback),
    is_default: model?.is_default ?? false,
  };
}

const bodyOf = (values: Values) => ({
  name: String(values.name).trim(),
  provider_model: String(values.provider_model).trim(),
  base_url: textOrNull(values, 'base_url'),
  ...keysOf(values),
  context_tokens: numberOrNull(values, 'context_tokens'),
  output_tokens: numberOrNull(values, 'output_tokens'),
  input_price: numberOrNull(values, 'input_price'),
  output_price: numberOrNull(values, 'output_price'),
  cache_read_price: numberOrNull(values, 'cache_read_price'),
  cache_write_price: numberOrNull(values, 'cache_write_price'),
  effort: textOrNull(values, 'effort') as RegisteredModel['effort'],
  takes_images: values.takes_images === true,
  fallback: textOrNull(values, 'fallback'),
  is_default: values.is_default === true,
});

/** The first alone where there is no other: what is wrong with it is said at its field. */
function keysOf(values: Values): { key_secret?: string | null; key_secrets?: string[] } {
  const first = textOrNull(values, 'key_secret');
  const others = String(values.key_secrets)
    .split(',')
    .map(name => name.trim())
    .filter(Boolean);
  if (!others.length) return { key_secret: first };
  if (!first) throw wrong('key_secret', 'The first of its keys is needed');
  return { key_secrets: [first, ...others] };
}

type Body = ReturnType<typeof bodyOf>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What it names besides may be gone since, and is left alone. */
function changed(body: Body, before: Body): Partial<Body> {
  const entries = Object.entries(body).filter(([name, value]) => !same(value, before[name as keyof Body]));
  return Object.fromEntries(entries) as Partial<Body>;
}

function Facts({ item }: { item: RegisteredModel }) {
  return (
    <>
      {item.is_default && <span class="tag">default</span>}
      <span>{item.provider}</span>
      <code>{marked(item.provider_model)}</code>
      {item.key_secrets.length > 1 && <span>{item.key_secrets.length} keys</span>}
      {item.fallback && <span>else {marked(item.fallback)}</span>}
    </>
  );
}
