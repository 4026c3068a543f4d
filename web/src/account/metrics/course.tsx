// Who was active, by day, week or month: bars, and a table of the same.
import type { ActiveUsers } from '../../api/types.ts';
import { Bars } from '../../parts/bars.tsx';
import { plural } from '../../text/time.tsx';
import type { Step } from './figures.ts';

const FORMS: Record<Step, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
};

const COLUMNS: Record<Step, string> = { day: 'Day', week: 'Week from', month: 'Month' };

export function Course({ of, step }: { of: ActiveUsers[]; step: Step }) {
  const nameOf = (at: number) => new Date(at * 1000).toLocaleDateString([], { ...FORMS[step], timeZone: 'UTC' });
  return (
    <>
      <Bars
        bars={of.map(each => ({ at: each.start_time, value: each.active_users }))}
        of={`Active people by ${step}`}
        unit={`people a ${step}`}
        nameOf={nameOf}
        figure={count => (count === 1 ? '1 person' : `${count} people`)}
      />
      <details>
        <summary>{plural(of.length, step)} as a table</summary>
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">{COLUMNS[step]}</th>
                <th scope="col">Active people</th>
              </tr>
            </thead>
            <tbody>
              {of.map(each => (
                <tr key={each.start_time}>
                  <th scope="row">{nameOf(each.start_time)}</th>
                  <td>{each.active_users}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
