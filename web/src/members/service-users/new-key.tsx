import { useMemo } from 'preact/hooks';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import { Form } from '../../parts/shelf/form.ts';
import { Failed } from '../../parts/states.tsx';
import type { KeysOf } from './calls.ts';

const BLANK = { key_name: '', expires_at: '90' };
export const DAYS = { 30: '30 days', 90: '90 days', 365: 'a year', '': 'ever' };
const DAY = 86_400;

/** At the end of that day, so that a request that is tried again is the same one. */
export const endOf = (days: string) => (days ? (Math.floor(Date.now() / 1000 / DAY) + Number(days) + 1) * DAY : null);

interface Properties {
  calls: KeysOf;
  made: (token: string) => Promise<void>;
}

export function NewKey({ calls, made }: Properties) {
  const form = useMemo(() => new Form(BLANK), [calls]);
  const make = async () => {
    const key = await form.submit((values, press) =>
      calls.make({ name: String(values.key_name).trim(), expires_at: endOf(String(values.expires_at)) }, press),
    );
    if (!key) return;
    form.settle(BLANK);
    await made(key.token);
  };
  return (
    <form
      class="new-key"
      aria-label="New key"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        make();
      }}
    >
      <div class="pair">
        <TextField form={form} name="key_name" also={['name']} label="Name of a new key" spellcheck={false} />
        <ChoiceField form={form} name="expires_at" label="Good for" choices={DAYS} />
      </div>
      {form.problem.value && <Failed problem={form.problem.value} />}
      <button type="submit" class="second" disabled={!form.text('key_name').trim() || form.busy.value}>
        Make a key
      </button>
    </form>
  );
}
