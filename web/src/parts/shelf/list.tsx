import { marked } from '../../text/marks.ts';
import { Empty, Failed, Loading } from '../states.tsx';
import { complain } from '../status.tsx';
import type { Kind } from './kind.ts';
import type { Shelf } from './store.ts';

interface Properties<T> {
  shelf: Shelf<T>;
  chosen: string | null;
}

export function List<T>({ shelf, chosen }: Properties<T>) {
  const { kind } = shelf;
  return (
    <div class="listing">
      <search class="filters">
        <label class="search">
          <span>Search</span>
          <input
            id="search"
            type="search"
            autocomplete="off"
            value={shelf.search.value}
            onInput={event => shelf.find(event.currentTarget.value).catch(complain)}
          />
        </label>
        {kind.Filters && <kind.Filters shelf={shelf} />}
      </search>
      <Items shelf={shelf} chosen={chosen} />
      {shelf.problem.value && <Failed problem={shelf.problem.value} retry={shelf.older} />}
      {shelf.more.value && (
        <button type="button" class="second" onClick={() => shelf.older()}>
          More
        </button>
      )}
    </div>
  );
}

function Items<T>({ shelf, chosen }: Properties<T>) {
  const { kind } = shelf;
  if (shelf.items.value === null) return shelf.problem.value ? null : <Loading rows={6} />;
  if (shelf.items.value.length === 0) return <Nothing kind={kind} />;
  const shown = shelf.shown;
  if (shown.length === 0) {
    return (
      <Empty>
        <p>No {kind.one} matches.</p>
        <button type="button" class="second" onClick={() => (shelf.search.value = '')}>
          Clear the search
        </button>
      </Empty>
    );
  }
  return (
    <ul class="items">
      {shown.map(item => {
        const id = kind.id(item);
        return (
          <li key={id}>
            <a
              href={`${kind.address}?item=${encodeURIComponent(id)}`}
              aria-current={id === chosen ? 'true' : undefined}
            >
              {marked(kind.name(item))}
            </a>
            <p class="facts">
              <kind.Facts item={item} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Nothing<T>({ kind }: { kind: Kind<T> }) {
  if (kind.unseen) return <p class="empty">{kind.unseen}</p>;
  return (
    <Empty>
      <p>There is no {kind.one} yet.</p>
      {!kind.lacks && (
        <>
          <p>
            <a href={`${kind.address}?item=new`}>{kind.adding?.link ?? 'Write the first one'}</a>, here or in a
            terminal:
          </p>
          <pre>{kind.command}</pre>
        </>
      )}
    </Empty>
  );
}
