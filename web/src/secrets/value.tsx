import { useSignal } from '@preact/signals';
import type { Secret } from '../api/types.ts';
import { Field } from '../parts/field.tsx';
import type { Form } from '../parts/shelf/form.ts';

/** Hidden unless whoever types it wants to see it; gone when it was saved. */
export function ValueField({ form, item }: { form: Form; item: Secret | null }) {
  const shown = useSignal(false);
  return (
    <Field
      id="value"
      label={item ? 'New value, in place of the one that is kept' : 'Value'}
      problem={form.problem.value}
      hint={
        item
          ? 'The kept one is shown to nobody. To change anything, say the value anew.'
          : 'Kept encrypted and shown to nobody. A pasted .env makes many.'
      }
    >
      <textarea
        id="value"
        class={shown.value ? 'mono' : 'mono masked'}
        rows={2}
        autocomplete="off"
        spellcheck={false}
        aria-describedby="value-hint"
        value={form.text('value')}
        onInput={event => form.set('value', event.currentTarget.value)}
      />
      {form.text('value') && (
        <button
          type="button"
          class="quiet"
          aria-pressed={shown.value}
          onClick={() => {
            shown.value = !shown.value;
          }}
        >
          Show what I type
        </button>
      )}
    </Field>
  );
}
