// Filters under names: chosen by a link, saved and changed in a dialog.
import { useSignal } from '@preact/signals';
import { type Refusal, refusal } from '../api/problem.ts';
import type { SavedView } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { complain, say } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { changeViews, viewsOf } from '../store/preferences.ts';
import { marked } from '../text/marks.ts';
import { type Filters, isFiltered, readFilters, writeFilters } from './filters.ts';
import { isOf, putBack, saved } from './saved.ts';

/** Of a name, as the API has it. */
const LONGEST = 100;

/** What it filters, however its address was once written. */
const filtersOf = (view: SavedView) => writeFilters(readFilters(view.query));

export function Views({ org, filters }: { org: string; filters: Filters }) {
  const open = useSignal(false);
  const close = () => {
    open.value = false;
  };
  const views = viewsOf(org);
  const here = writeFilters(filters);
  const isNew = isFiltered(filters) && !views.some(view => filtersOf(view) === here);
  return (
    <nav class="views" aria-label="Saved views">
      {views.map(view => (
        <a
          key={view.name}
          class="tag"
          href={to.sessions(org) + filtersOf(view)}
          aria-current={filtersOf(view) === here ? 'page' : undefined}
        >
          {marked(view.name)}
        </a>
      ))}
      <button type="button" class="quiet" onClick={() => (open.value = true)}>
        {isNew ? 'Save view…' : 'Views…'}
      </button>
      <Dialog title="Saved views" open={open.value} close={close}>
        {isNew && <Save org={org} query={here.slice(1)} views={views} done={close} />}
        {!isNew && views.length === 0 && <p>Filter the list first; then its filters can be saved here under a name.</p>}
        <ul class="changing">
          {views.map(view => (
            <One key={view.name} view={view} others={views} done={close} />
          ))}
        </ul>
      </Dialog>
    </nav>
  );
}

function Save({ org, query, views, done }: { org: string; query: string; views: SavedView[]; done: () => void }) {
  const typed = useSignal('');
  const problem = useSignal<Refusal | null>(null);
  const name = typed.value.trim();
  const replaces = views.some(isOf(org, name));
  const save = async () => {
    try {
      await changeViews(all => saved(all, { org_id: org, name, query }));
      done();
      say('Saved');
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  return (
    <form
      class="saving"
      onSubmit={event => {
        event.preventDefault();
        if (name) save();
      }}
    >
      <Field
        id="view-name"
        label="Save the filters as"
        names={['views']}
        problem={problem.value}
        hint={replaces && 'There is one of that name: these filters take the place of its own.'}
      >
        <input
          id="view-name"
          value={typed.value}
          maxLength={LONGEST}
          autocomplete="off"
          autoFocus
          onInput={event => {
            typed.value = event.currentTarget.value;
          }}
        />
      </Field>
      {problem.value && !problem.value.fields.views && (
        <p class="bad" role="alert">
          {problem.value.message}
        </p>
      )}
      <button type="submit" disabled={!name}>
        {replaces ? 'Replace' : 'Save'}
      </button>
    </form>
  );
}

function One({ view, others, done }: { view: SavedView; others: SavedView[]; done: () => void }) {
  const typed = useSignal(view.name);
  const name = typed.value.trim();
  const taken = name !== view.name && others.some(isOf(view.org_id, name));
  const wrong = !name || name === view.name || taken;
  const isIt = isOf(view.org_id, view.name);
  const shown = marked(view.name);
  const rename = () => changeViews(all => all.map(each => (isIt(each) ? { ...each, name } : each)));
  const remove = async () => {
    let before: SavedView[] = [];
    await changeViews(all => {
      before = all;
      return all.filter(each => !isIt(each));
    });
    done(); // so that it can be undone
    say(`Deleted ${shown}`, () => changeViews(now => putBack(now, before, view)).catch(complain));
  };
  return (
    <li>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (!wrong) rename().catch(complain);
        }}
      >
        <input
          aria-label={`Name of ${shown}`}
          value={typed.value}
          maxLength={LONGEST}
          autocomplete="off"
          onInput={event => {
            typed.value = event.currentTarget.value;
          }}
        />
        <Busy kind="second" disabled={wrong} act={rename} label={`Rename ${shown}`}>
          Rename
        </Busy>
        <Busy kind="second bad" act={remove} label={`Delete ${shown}`}>
          Delete
        </Busy>
      </form>
      {taken && <p class="hint">There is one of that name.</p>}
    </li>
  );
}
