// A setting of the organization: what is kept of it, and a form that changes it.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Refusal, refusal } from '../../api/problem.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, type Values } from '../../parts/shelf/form.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import type { Setting } from './setting.ts';

interface Properties<T> {
  setting: Setting<T>;
  /** All forms of the screen, so that it knows what is not saved. */
  forms: Set<Form>;
}

/** What is asked about before it is done. */
interface Asked {
  says: string;
  act: () => Promise<void>;
}

const CHANGED = 'Somebody else has changed this since it was shown';

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
  const asked = useSignal<Asked | null>(null);
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
  /** All of it is written at once: what others have changed meanwhile would be lost unseen. */
  const put = async (values: Values) => {
    const now = await setting.get();
    const same = JSON.stringify(setting.values(now)) === JSON.stringify(setting.values(kept.peek()));
    kept.value = now;
    if (!same) throw new Refusal(409, 'changed', CHANGED, 'Reload the page to see it; saving again replaces it', null);
    return setting.put(values);
  };
  const save = async () => {
    const saved = await form.submit(put);
    close();
    if (saved !== null) settle(saved);
  };
  const submit = () => {
    if (!setting.writes || !form.changed) return;
    const says = setting.warns?.(form.values.peek()) ?? null;
    if (says === null) save();
    else asked.value = { says, act: save };
  };
  const clear = setting.writes ? setting.clear?.(kept.value) : null;
  const askToClear = ({ says, act }: NonNullable<typeof clear>) => {
    const done = async () => {
      settle(await act());
      close();
    };
    asked.value = { says, act: done };
  };
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
              <button type="button" class="second" onClick={() => askToClear(clear)}>
                {clear.label}
              </button>
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
        {asked.value && <Confirm word="change" says={asked.value.says} label="Change it" act={asked.value.act} />}
      </Dialog>
    </>
  );
}
