// One record to be read, changed, deleted; or a new one.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { marked } from '../../text/marks.ts';
import { Confirm } from '../confirm.tsx';
import { Dialog } from '../dialog.tsx';
import { useGuard } from '../leaving.tsx';
import { Failed } from '../states.tsx';
import { say } from '../status.tsx';
import { Form } from './form.ts';
import type { Removal } from './kind.ts';
import type { Shelf } from './store.ts';

interface Properties<T> {
  shelf: Shelf<T>;
  item: T | null;
}

export function Editor<T>({ shelf, item }: Properties<T>) {
  const { kind } = shelf;
  const { url, route } = useLocation();
  const form = useMemo(() => new Form(kind.values(item)), [shelf]);
  const fixed = item && kind.fixed(item);
  useGuard(
    useCallback(() => form.changed, [form]),
    url,
  );
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => show(title.current, item === null), []);
  const save = async () => {
    if (fixed || !form.changed) return;
    const saved = await form.submit((values, key) => kind.save(item, values, key));
    if (!saved) return;
    form.settle(kind.values(saved));
    shelf.put(saved);
    if (kind.spreads?.(saved)) shelf.again();
    say('Saved');
    const id = kind.id(saved);
    if (item && kind.id(item) === id) return;
    if (item) shelf.drop(item);
    route(`${kind.address}?item=${encodeURIComponent(id)}`, true);
  };
  const Fields = kind.Fields as FunctionComponent<{ form: Form; item: T | null }>;
  return (
    <form
      class="editor"
      aria-labelledby="editor-title"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
      onKeyDown={event => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        save();
      }}
    >
      <h2 id="editor-title" ref={title} tabIndex={-1}>
        {item ? marked(kind.name(item)) : (kind.adding?.link ?? `New ${kind.one}`)}
      </h2>
      {fixed && <p class="hint">{fixed}</p>}
      <fieldset disabled={fixed !== null}>
        <Fields form={form} item={item} />
      </fieldset>
      {form.problem.value && <Failed problem={form.problem.value} />}
      <p class="actions">
        {item && kind.Actions && <kind.Actions item={item} shelf={shelf} />}
        {item && (!fixed || kind.removable) && <Delete shelf={shelf} item={item} />}
        {!fixed && (
          <>
            <button type="submit" disabled={!form.changed || form.busy.value} aria-busy={form.busy.value}>
              {item ? 'Save' : (kind.adding?.button ?? 'Create')}
            </button>
            <kbd>Ctrl S</kbd>
          </>
        )}
      </p>
    </form>
  );
}

/** On a phone the editor stands below the list. */
function show(title: HTMLElement | null, writes: boolean) {
  if (!title) return;
  if (title.getBoundingClientRect().top > innerHeight * 0.6) title.scrollIntoView({ block: 'start' });
  const field = title.closest('form')?.querySelector<HTMLElement>('input, textarea');
  if (writes) field?.focus();
}

function Delete<T>({ shelf, item }: { shelf: Shelf<T>; item: T }) {
  const { kind } = shelf;
  const { route } = useLocation();
  const asks = useSignal(false);
  const close = () => {
    asks.value = false;
  };
  const name = marked(kind.name(item));
  const deletion = { verb: 'Delete', says: `“${name}” is gone for good then.` };
  const removal: Removal<T> | null = kind.removal ? kind.removal(item) : deletion;
  if (!removal) return null;
  const { verb, says, leaves } = removal;
  return (
    <>
      <button
        type="button"
        class="second bad"
        onClick={() => {
          asks.value = true;
        }}
      >
        {verb}…
      </button>
      <Dialog title={`${verb} the ${kind.one}`} open={asks.value} close={close}>
        <Confirm
          word={verb.toLowerCase()}
          says={says}
          label={`${verb} the ${kind.one}`}
          act={async () => {
            await kind.remove(item);
            close();
            if (leaves) shelf.put(leaves);
            else shelf.drop(item);
            say(`${verb}d: ${name}`);
            route(kind.address, true);
          }}
        />
      </Dialog>
    </>
  );
}
