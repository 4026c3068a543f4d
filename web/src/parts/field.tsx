// A labelled field of a form, with what the server said about it.
import type { ComponentChildren } from 'preact';
import type { Refusal } from '../api/problem.ts';
import { marked } from '../text/marks.ts';

interface Properties {
  id: string;
  label: string;
  /** The names of the body's fields that it stands for. */
  names?: string[];
  problem: Refusal | null;
  hint?: ComponentChildren;
  children: ComponentChildren;
}

export function Field({ id, label, names = [id], problem, hint, children }: Properties) {
  const wrong = names.flatMap(name => problem?.fields[name] ?? []);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong.length > 0 && (
        <p class="bad" role="alert">
          {marked(wrong.join('; '))}
        </p>
      )}
    </div>
  );
}
