// A setting of the organization: what is kept of it, and a form that changes it.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type Refusal, refusal } from '../../api/problem.ts';
import { Busy } from '../../parts/busy.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/shelf/form.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import type { Setting } from './setting.ts';

interface Properties<T> {
  setting: Setting<T>;
  /** All forms of the screen, so that it knows what is not saved. */
  forms: Set<Form>;
}

const heading = ({ id }: { id: string }) => `setting-${id}`;

export function Section<T>({ setting, forms }: Properties<T>) {
  const kept = useSignal<T | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const look = async () => {
    try {
      kept.value = await setting.get();
      problem.value = null;
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    if (setting.reads) look();
  }, [setting]);
  return (
    <section class="editor" aria-labelledby={heading(setting)}>
      <h2 id={heading(setting)}>{setting.title}</h2>
      {!setting.reads && <p class="hint">This needs {setting.needs}.</p>}
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {setting.reads && !problem.value && kept.value === null && <Loading rows={1} />}
      {kept.value !== null && <Change setting={setting} first={kept.value} forms={forms} />}
    </section>
  );
}

function Change<T>({ setting, first, forms }: Properties<T> & { first: T }) {
  const kept = useSignal(first);
  const asked = useSignal<string | null>(null);
  const form = useMemo(() => new Form(setting.values(first)), [setting]);
  useEffect(() => {
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [form]);
  const close = () => {
    asked.value = null;
  };
  const settle = (saved: T) => {
    kept.value = saved;
    form.settle(setting.values(saved));
    say('Saved');
  };
  const save = async () => {
    const saved = await form.submit(setting.put);
    close();
    if (saved !== null) settle(saved);
  };
  const submit = () => {
    if (!setting.writes || !form.changed) return;
    asked.value = setting.warns?.(form.values.peek()) ?? null;
    if (asked.value === null) save();
  };
  const clear = setting.writes ? setting.clear?.(kept.value) : null;
  return (
    <>
      <form
        noValidate
        aria-labelledby={heading(setting)}
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset disabled={!setting.writes}>
          <setting.Fields form={form} kept={kept.value} />
        </fieldset>
        {form.problem.value && <Failed problem={form.problem.value} />}
        {setting.writes ? (
          <p class="actions">
            {clear && (
              <Busy kind="second" act={async () => settle(await clear.act())}>
                {clear.label}
              </Busy>
            )}
            <button
              type="submit"
              disabled={!form.changed || form.busy.value}
              aria-busy={form.busy.value}
              aria-label={`Save: ${setting.title}`}
            >
              Save
            </button>
          </p>
        ) : (
          <p class="hint">Changing it needs {setting.needs}.</p>
        )}
      </form>
      <Dialog title={setting.title} open={asked.value !== null} close={close}>
        <Confirm word="change" says={asked.value ?? ''} label="Change it" act={save} />
      </Dialog>
    </>
  );
}
