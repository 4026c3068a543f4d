// The filters above the list; each change is a new address.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { boot } from '../boot.ts';
import { type Filters, LONGEST, NONE, ORIGINS, STATUSES } from './filters.ts';

interface Properties {
  filters: Filters;
  change: (filters: Filters) => void;
}

export function FilterBar({ filters, change }: Properties): JSX.Element {
  const set = (part: Partial<Filters>) => change({ ...filters, ...part });
  return (
    <search class="filters">
      <Search value={filters.search} set={search => set({ search })} />
      <Choice name="Status" value={filters.status} words={Object.keys(STATUSES)} set={status => set({ status })} />
      <Choice name="Origin" value={filters.origin} words={ORIGINS} set={origin => set({ origin })} />
      <Field name="Repository" value={filters.repo} set={repo => set({ repo })} />
      <Field name="Tag" value={filters.tag} set={tag => set({ tag })} />
      {boot.user_id && <Switch name="Mine" on={filters.mine} set={mine => set({ mine })} />}
      <Switch name="Archived" on={filters.archived} set={archived => set({ archived })} />
    </search>
  );
}

const PAUSE = 300;

/** Searches when the typing pauses. */
function Search({ value, set }: { value: string; set: (value: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const type = (text: string, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set(text.trim()), wait);
  };
  return (
    <label class="search">
      <span>Search</span>
      <input
        id="search"
        type="search"
        placeholder="title, task, tag, pull request"
        value={value}
        maxLength={LONGEST}
        autocomplete="off"
        onInput={event => type(event.currentTarget.value, PAUSE)}
        onChange={event => type(event.currentTarget.value, 0)}
      />
    </label>
  );
}

interface ChoiceProperties {
  name: string;
  value: string;
  words: string[];
  set: (value: string) => void;
}

function Choice({ name, value, words, set }: ChoiceProperties) {
  return (
    <label>
      <span>{name}</span>
      <select id={`filter-${name.toLowerCase()}`} value={value} onChange={event => set(event.currentTarget.value)}>
        <option value="">any</option>
        {words.map(word => (
          <option key={word} value={word}>
            {word.replace('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}

function Field({ name, value, set }: { name: string; value: string; set: (value: string) => void }) {
  return (
    <label>
      <span>{name}</span>
      <input
        type="search"
        size={14}
        value={value}
        spellcheck={false}
        autocomplete="off"
        onChange={event => set(event.currentTarget.value.trim())}
      />
    </label>
  );
}

function Switch({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={event => set(event.currentTarget.checked)} />
      {name}
    </label>
  );
}

/** Each filter that is set, to be taken away. */
export function FilterChips({ filters, change }: Properties) {
  const chips = (Object.keys(NONE) as (keyof Filters)[]).filter(name => filters[name]);
  return (
    <ul class="chips">
      {chips.map(name => (
        <li key={name}>
          <button type="button" onClick={() => change({ ...filters, [name]: NONE[name] })}>
            {name}
            {typeof filters[name] === 'string' && `: ${filters[name]}`} <span aria-hidden="true">×</span>
            <span class="unseen">, remove</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
