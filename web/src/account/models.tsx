// Models of all organizations, with their keys.
import { useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { AccountModel, Page } from '../api/types.ts';
import { ModelFacts, ModelFields } from '../parts/models/fields.tsx';
import { changed, modelBody, modelValues } from '../parts/models/values.ts';
import type { Form, Values } from '../parts/shelf/form.ts';
import { HiddenField } from '../parts/shelf/hidden-field.tsx';
import type { Kind } from '../parts/shelf/kind.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';

const ALL = '/v3/enterprise/registered-models';
const ONE = '/v3/enterprise/registered-models/{model_id}';
/** An account has no more. */
const MOST = 50;

const one = (model_id: string) => ({ params: { path: { model_id } } });

const keysOf = (values: Values) => String(values.keys).split(/\s+/).filter(Boolean);

/** Those that are kept are never shown: without new ones they stay. */
const bodyOf = (values: Values) => {
  const keys = keysOf(values);
  return { ...modelBody(values), ...(keys.length ? { keys } : {}) };
};

const valuesOf = (model: AccountModel | null): Values => ({ ...modelValues(model), keys: '' });

const models: Kind<AccountModel> = {
  title: 'Models',
  one: 'model',
  permission: 'ManageEnterpriseSettings',
  adding: { link: 'Register a model', button: 'Register' },
  address: to.account('models'),
  command: 'agent admin model create model.json',
  page: after => answer(api.GET(ALL, { params: { query: { first: MOST, after } } })) as Promise<Page<AccountModel>>,
  get: id => answer(api.GET(ONE, one(id))),
  id: model => model.model_id,
  name: model => model.name,
  text: model => `${model.provider}\n${model.provider_model}\n${model.base_url ?? ''}`,
  fixed: () => null,
  values: valuesOf,
  save: (model, values, key) => {
    const body = bodyOf(values);
    if (model) return answer(api.PATCH(ONE, { ...one(model.model_id), body: changed(body, bodyOf(valuesOf(model))) }));
    const provider = values.provider as AccountModel['provider'];
    return answer(api.POST(ALL, { params: { header: { 'Idempotency-Key': key } }, body: { ...body, provider } }));
  },
  spreads: model => model.is_default,
  remove: model => answer(api.DELETE(ONE, one(model.model_id))),
  removal: model => ({
    verb: 'Delete',
    says: `Sessions of all organizations that run with “${marked(model.name)}” sleep at their next call of the model then, until one of that name is registered.`,
  }),
  Facts: ({ item }) => <ModelFacts item={item} keys={item.key_count} />,
  Fields: ({ form, item }) => (
    <ModelFields form={form} item={item} others={[]}>
      <Keys form={form} kept={item?.key_count ?? 0} />
    </ModelFields>
  ),
};

function Keys({ form, kept }: { form: Form; kept: number }) {
  const said = kept
    ? `${kept === 1 ? 'One is' : `${kept} are`} kept, encrypted and shown to nobody. What is typed here takes their place.`
    : 'Kept encrypted and shown to nobody. None only at an address of your own whose server wants none.';
  return (
    <HiddenField
      form={form}
      name="keys"
      label="Its keys"
      hint={`${said} One a line: where a key is refused, the next one is asked with.`}
    />
  );
}

export function ModelsScreen() {
  const kind = useMemo(() => models, []);
  return <ShelfScreen org={null} kind={kind} />;
}
