// A key that is typed becomes a secret of the organization, under the name that its model has it by.
import { answer, api, pressKey } from '../../api/client.ts';
import { refusal } from '../../api/problem.ts';
import { textOrNull, type Values, wrong } from '../../parts/shelf/form.ts';

const SECRETS = '/v3/organizations/{org_id}/secrets';

export class TypedKeys {
  /** Those that were kept for a model that was refused then: it is tried again. */
  private readonly kept = new Map<string, string>();

  constructor(private readonly org: string) {}

  async keep(values: Values) {
    const value = String(values.key);
    if (!value) return;
    const key = textOrNull(values, 'key_secret');
    if (!key) throw wrong('key_secret', 'The key is kept under this name: say one');
    if (this.kept.get(key) === value) return;
    const params = { path: { org_id: this.org }, header: { 'Idempotency-Key': pressKey() } };
    const body = { key, value, note: `Key of the model ${values.name}` };
    await answer(api.POST(SECRETS, { params, body })).catch(taken);
    this.kept.set(key, value);
  }

  /** It is in use. */
  forget() {
    this.kept.clear();
  }
}

function taken(thrown: unknown): never {
  if (refusal(thrown).code !== 'secret_key_taken') throw thrown;
  throw wrong(
    'key_secret',
    'A secret of this name is kept already: leave the key empty to use it, or say another name',
  );
}
