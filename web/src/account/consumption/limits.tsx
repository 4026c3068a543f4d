// What may be used in a billing cycle: those of organizations are set here, others by the server's settings.
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import type { AcuLimit, Page } from '../../api/types.ts';
import { boot, organizationName } from '../../boot.ts';
import { Busy } from '../../parts/busy.tsx';
import { Pages } from '../../parts/pages.ts';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import { Form, numberOrNull, wrong } from '../../parts/shelf/form.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';

const ALL = '/v3/enterprise/consumption/acu-limits/agent';
const ONE = '/v3/enterprise/consumption/acu-limits/agent/organizations/{org_id}';
const FIRST = 100;

const one = (org_id: string) => ({ params: { path: { org_id } } });

function subjectOf({ scope, org_id, user_id }: AcuLimit): string {
  if (scope === 'enterprise') return 'the whole account';
  if (scope === 'org') return organizationName(org_id ?? '');
  return user_id ?? 'each person and service user';
}

export function Limits() {
  const limits = useMemo(
    () =>
      new Pages<AcuLimit>(
        after => answer(api.GET(ALL, { params: { query: { first: FIRST, after } } })) as Promise<Page<AcuLimit>>,
      ),
    [],
  );
  useEffect(() => {
    limits.older();
  }, [limits]);
  const items = limits.items.value;
  const lift = async (org_id: string) => {
    await answer(api.DELETE(ONE, one(org_id)));
    await limits.again();
    say('Lifted');
  };
  return (
    <section class="editor" aria-labelledby="limits">
      <h2 id="limits">Limits of a billing cycle</h2>
      {limits.problem.value && <Failed problem={limits.problem.value} retry={limits.older} />}
      {items === null && !limits.problem.value && <Loading rows={2} />}
      {items?.length === 0 && <p class="hint">None is set here; organizations may have one of their own.</p>}
      {items !== null && items.length > 0 && (
        <ul class="api-keys" aria-label="Limits">
          {items.map(limit => (
            <li key={`${limit.scope} ${limit.org_id} ${limit.user_id}`}>
              <span class="name">{marked(subjectOf(limit))}</span>
              <span>{plural(limit.cycle_acu_limit, 'ACU')}</span>
              {limit.org_id !== null && (
                <span class="buttons">
                  <Busy
                    kind="quiet"
                    act={() => lift(limit.org_id ?? '')}
                    label={`Lift the limit of ${marked(subjectOf(limit))}`}
                  >
                    Lift
                  </Busy>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {limits.more.value && (
        <button type="button" class="second" onClick={limits.older}>
          More
        </button>
      )}
      {boot.organizations.length > 0 && <NewLimit made={() => limits.again()} />}
    </section>
  );
}

function NewLimit({ made }: { made: () => Promise<void> }) {
  const blank = { limit_of: boot.organizations[0]?.org_id ?? '', cycle_acu_limit: '' };
  const form = useMemo(() => new Form(blank), []);
  const set = async () => {
    const done = await form.submit(async values => {
      const cycle_acu_limit = numberOrNull(values, 'cycle_acu_limit');
      if (cycle_acu_limit === null) throw wrong('cycle_acu_limit', 'A number of ACUs is needed');
      await answer(api.PUT(ONE, { ...one(String(values.limit_of)), body: { cycle_acu_limit } }));
      return true;
    });
    if (!done) return;
    form.settle({ ...form.values.peek(), cycle_acu_limit: '' });
    await made();
    say('Set');
  };
  return (
    <form
      class="new-key"
      aria-label="Set a limit"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        set();
      }}
    >
      <div class="pair">
        <ChoiceField
          form={form}
          name="limit_of"
          also={['org_id']}
          label="Organization"
          choices={Object.fromEntries(boot.organizations.map(each => [each.org_id, each.name]))}
        />
        <TextField form={form} name="cycle_acu_limit" label="May use in a cycle, ACUs" />
      </div>
      {form.problem.value && <Failed problem={form.problem.value} />}
      <p class="hint">
        Reached, it puts the organization’s sessions to sleep until it is raised. One that the organization has of its
        own counts too: the smaller of both.
      </p>
      <button type="submit" class="second" disabled={form.busy.value}>
        Set the limit
      </button>
    </form>
  );
}
