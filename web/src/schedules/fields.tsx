import type { Signal } from '@preact/signals';
import type { Playbook } from '../api/types.ts';
import { Field } from '../parts/field.tsx';
import { CheckField, ChoiceField, MarkdownField, TextField } from '../parts/shelf/fields.tsx';
import type { Form } from '../parts/shelf/form.ts';
import { Times } from './times.tsx';

export type Playbooks = Signal<Playbook[]>;

const TYPES = { recurring: 'again and again', one_time: 'once' };
const NOTIFY = { failure: 'when one fails', always: 'always', never: 'never' };

export function Fields({ org, form, playbooks }: { org: string; form: Form; playbooks: Playbooks }) {
  const chosen = form.text('playbook_id');
  const known = Object.fromEntries(playbooks.value.map(each => [each.playbook_id, each.title]));
  const choices = { '': 'none', ...(chosen && !known[chosen] && { [chosen]: 'a playbook that is gone' }), ...known };
  return (
    <>
      <TextField form={form} name="name" label="Name" hint="Without one it is the beginning of the task." />
      <MarkdownField form={form} name="prompt" label="What should be done?" />
      <ChoiceField form={form} name="schedule_type" label="How often" choices={TYPES} />
      {form.text('schedule_type') === 'recurring' ? <Again org={org} form={form} /> : <Once form={form} />}
      <div class="pair">
        <ChoiceField form={form} name="playbook_id" label="Playbook" choices={choices} />
        <TextField form={form} name="platform" label="Where" placeholder="as the organization has it" />
        <ChoiceField form={form} name="notify_on" label="Notify" choices={NOTIFY} />
        <TextField form={form} name="tags" label="Tags" placeholder="nightly, shop" />
      </div>
      <CheckField form={form} name="bypass_approval" label="Its sessions ask for no approval" />
    </>
  );
}

function Again({ org, form }: { org: string; form: Form }) {
  return (
    <>
      <TextField
        form={form}
        name="cron_schedule"
        also={['frequency']}
        label="When"
        placeholder="0 2 * * 1-5"
        spellcheck={false}
        hint="Minute, hour, day, month, weekday: “0 2 * * 1-5” is at two o'clock from Monday to Friday."
      />
      <div class="pair">
        <TextField form={form} name="timezone" label="Time zone" spellcheck={false} />
        <TextField form={form} name="interval_count" label="Every n-th time" />
      </div>
      <Times org={org} form={form} />
    </>
  );
}

function Once({ form }: { form: Form }) {
  return (
    <Field id="scheduled_at" label="At, in your time zone" problem={form.problem.value}>
      <input
        id="scheduled_at"
        type="datetime-local"
        value={form.text('scheduled_at')}
        onInput={event => form.set('scheduled_at', event.currentTarget.value)}
      />
    </Field>
  );
}
