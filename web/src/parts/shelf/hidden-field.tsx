import { useSignal } from '@preact/signals';
import { Field } from '../field.tsx';
import type { Properties } from './fields.tsx';

/** Hidden unless whoever types it wants to see it; gone when it was saved. */
export function HiddenField({ form, name, label, hint, also = [] }: Properties) {
  const shown = useSignal(false);
  return (
    <Field id={name} names={[name, ...also]} label={label} hint={hint} problem={form.problem.value}>
      <textarea
        id={name}
        class={shown.value ? 'mono' : 'mono masked'}
        rows={2}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hint ? `${name}-hint` : undefined}
        value={form.text(name)}
        onInput={event => form.set(name, event.currentTarget.value)}
      />
      {form.text(name) && (
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
