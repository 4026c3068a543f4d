// A screen with a list of records and an editor of one of them, which the address names: `?item=`.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Refusal, refusal } from '../../api/problem.ts';
import { may, mayInAccount, organizationName, takeFirst } from '../../boot.ts';
import { Failed, Gone, Loading } from '../states.tsx';
import { setTitle } from '../title.ts';
import { Editor } from './editor.tsx';
import { useShelfKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { List } from './list.tsx';
import { Shelf } from './store.ts';

const NEW = 'new';

/** Of an organization, or of the whole account. */
export function ShelfScreen<T>({ org, kind }: { org: string | null; kind: Kind<T> }) {
  const first = useMemo(takeFirst, []);
  useEffect(() => setTitle(kind.title), [kind]);
  if (first?.problem?.status === 404) return <Gone what="organization" />;
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  if (!mayInAccount(kind.permission) && !(org && may(org, kind.permission))) {
    return (
      <section class="empty">
        <h1>{kind.title}</h1>
        <p>This needs {kind.permission}.</p>
      </section>
    );
  }
  return <Shown org={org} kind={kind} />;
}

function Shown<T>({ org, kind }: { org: string | null; kind: Kind<T> }) {
  const { url } = useLocation();
  const shelf = useMemo(() => new Shelf(kind), [kind]);
  const chosen = new URLSearchParams(url.split('?')[1] ?? '').get('item');
  useShelfKeys(shelf);
  return (
    <div class="shelf">
      <header class="head">
        <h1>{kind.title}</h1>
        <p class="hint">{org ? organizationName(org) : 'the whole account'}</p>
        {!kind.lacks && (
          <a class="button" href={`${kind.address}?item=${NEW}`}>
            {kind.adding?.link ?? `New ${kind.one}`}
          </a>
        )}
      </header>
      <div class="both">
        <List shelf={shelf} chosen={chosen} />
        {chosen === null ? null : chosen === NEW ? (
          <New key={NEW} shelf={shelf} />
        ) : (
          <Chosen key={chosen} shelf={shelf} id={chosen} />
        )}
      </div>
    </div>
  );
}

function New<T>({ shelf }: { shelf: Shelf<T> }) {
  const { Create, lacks } = shelf.kind;
  if (lacks) return <p class="empty">This needs {lacks}.</p>;
  const editor = <Editor shelf={shelf} item={null} />;
  return Create ? <Create shelf={shelf}>{editor}</Create> : editor;
}

/** It may be one that the list has not read. */
function Chosen<T>({ shelf, id }: { shelf: Shelf<T>; id: string }) {
  const problem = useSignal<Refusal | null>(null);
  const asked = useSignal(false);
  const item = shelf.byId(id);
  const look = async () => {
    problem.value = null;
    try {
      if (shelf.kind.get) shelf.put(await shelf.kind.get(id));
      else await shelf.all();
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
    asked.value = true;
  };
  const known = shelf.items.value !== null;
  useEffect(() => {
    if (known && !item) look();
  }, [known]);
  if (item) return <One shelf={shelf} item={item} />;
  if (problem.value && problem.value.status !== 404) return <Failed problem={problem.value} retry={look} />;
  if (!asked.value) return shelf.problem.value ? null : <Loading rows={4} />;
  return <p class="empty">No such {shelf.kind.one}, or you may not see it.</p>;
}

function One<T>({ shelf, item }: { shelf: Shelf<T>; item: T }) {
  const { Parts } = shelf.kind;
  if (!Parts) return <Editor shelf={shelf} item={item} />;
  return (
    <div class="one">
      <Editor shelf={shelf} item={item} />
      <Parts item={item} shelf={shelf} />
    </div>
  );
}
