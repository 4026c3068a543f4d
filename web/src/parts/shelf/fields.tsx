// The fields of an editor; each is named as the API names it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Markdown } from '../../text/markdown.tsx';
import { marked } from '../../text/marks.ts';
import { Field } from '../field.tsx';
import type { Form } from './form.ts';

/** Of every field. */
export interface Properties {
  form: Form;
  name: string;
  label: string;
  hint?: ComponentChildren;
  /** By which else the server may call it. */
  also?: string[];
}

interface Input {
  placeholder?: string;
  spellcheck?: boolean;
  type?: 'email';
  /** Id of the choices that are offered. */
  list?: string;
}

const described = (name: string, hint: ComponentChildren) => (hint ? `${name}-hint` : undefined);

export function TextField({ form, name, label, hint, also = [], ...rest }: Properties & Input) {
  return (
    <Field id={name} names={[name, ...also]} label={label} hint={hint} problem={form.problem.value}>
      <input
        autocomplete="off"
        {...rest}
        id={name}
        aria-describedby={described(name, hint)}
        value={form.text(name)}
        onInput={event => form.set(name, event.currentTarget.value)}
      />
    </Field>
  );
}

export function AreaField({
  form,
  name,
  label,
  hint,
  also = [],
  rows = 3,
  code,
}: Properties & { rows?: number; code?: boolean }) {
  return (
    <Field id={name} names={[name, ...also]} label={label} hint={hint} problem={form.problem.value}>
      <textarea
        id={name}
        class={code ? 'mono' : undefined}
        rows={rows}
        spellcheck={!code}
        aria-describedby={described(name, hint)}
        value={form.text(name)}
        onInput={event => form.set(name, event.currentTarget.value)}
      />
    </Field>
  );
}

/** As it is written, or as it will be read. */
export function MarkdownField(properties: Properties) {
  const { form, name, label } = properties;
  const preview = useSignal(false);
  return (
    <div class="markdown-field">
      <button
        type="button"
        class="quiet"
        aria-pressed={preview.value}
        onClick={() => {
          preview.value = !preview.value;
        }}
      >
        Preview
      </button>
      {preview.value ? (
        <section class="preview" aria-label={`${label}, as it is read`}>
          <Markdown text={form.text(name)} />
        </section>
      ) : (
        <AreaField {...properties} rows={12} />
      )}
    </div>
  );
}

export function CheckField({ form, name, label, hint }: Properties) {
  return (
    <div class="field">
      <label class="switch">
        <input
          id={name}
          type="checkbox"
          checked={form.on(name)}
          aria-describedby={described(name, hint)}
          onChange={event => form.set(name, event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Values and what they are called. */
export type Choices = Record<string, string>;

export function ChoiceField({ form, name, label, hint, also = [], choices }: Properties & { choices: Choices }) {
  return (
    <Field id={name} names={[name, ...also]} label={label} hint={hint} problem={form.problem.value}>
      <select
        id={name}
        aria-describedby={described(name, hint)}
        value={form.text(name)}
        onChange={event => form.set(name, event.currentTarget.value)}
      >
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {marked(words)}
          </option>
        ))}
      </select>
    </Field>
  );
}
