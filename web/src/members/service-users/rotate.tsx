// A new key in the place of one, which ends at once or a while later.
import { useMemo } from 'preact/hooks';
import type { ApiKey } from '../../api/types.ts';
import { ChoiceField } from '../../parts/shelf/fields.tsx';
import { Form } from '../../parts/shelf/form.ts';
import { Failed } from '../../parts/states.tsx';
import { marked } from '../../text/marks.ts';
import type { KeysOf } from './calls.ts';
import { DAYS, endOf } from './new-key.tsx';

const USUAL = { grace_seconds: '86400', new_key_expires_at: '90' };
const GRACES = { 3600: 'in an hour', 86400: 'in a day', 604800: 'in a week', 2592000: 'in 30 days', '': 'at once' };

interface Properties {
  calls: KeysOf;
  old: ApiKey;
  made: (token: string) => Promise<void>;
}

/** Inside a dialog. */
export function Rotate({ calls, old: { api_key_id, api_key_name }, made }: Properties) {
  const form = useMemo(() => new Form(USUAL), [api_key_id]);
  const rotate = async () => {
    const key = await form.submit((values, press) =>
      calls.rotate(
        api_key_id,
        {
          grace_seconds: Number(values.grace_seconds) || null,
          new_key_expires_at: endOf(String(values.new_key_expires_at)),
        },
        press,
      ),
    );
    if (key) await made(key.token);
  };
  return (
    <form
      class="new-key"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        rotate();
      }}
    >
      <p>
        A new key takes the place of “{marked(api_key_name)}”. Both work until the old one ends, so that programs can
        change over.
      </p>
      <div class="pair">
        <ChoiceField form={form} name="grace_seconds" label="The old key ends" choices={GRACES} />
        <ChoiceField form={form} name="new_key_expires_at" label="The new one is good for" choices={DAYS} />
      </div>
      {form.problem.value && <Failed problem={form.problem.value} />}
      <button type="submit" disabled={form.busy.value} aria-busy={form.busy.value}>
        Rotate the key
      </button>
    </form>
  );
}

/** What has become of the old one. */
export function OldKey({ of: { api_key_name, revoked_at, expires_at } }: { of: ApiKey }) {
  const ends = revoked_at === null && expires_at !== null ? new Date(expires_at * 1000) : null;
  return (
    <p>
      The old key “{marked(api_key_name)}”{' '}
      {ends ? (
        <>
          works until{' '}
          <time dateTime={ends.toISOString()} title={ends.toISOString()}>
            {ends.toLocaleString()}
          </time>
          .
        </>
      ) : (
        'works no more.'
      )}
    </p>
  );
}
