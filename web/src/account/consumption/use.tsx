// Use by day as bars, and the same figures as a table.
import { Bars } from '../../parts/bars.tsx';
import { acus } from '../../text/time.tsx';
import type { Day } from './days.ts';

const dateOf = (at: number) => new Date(at * 1000).toLocaleDateString([], { dateStyle: 'medium' });

export function Use({ days }: { days: Day[] }) {
  const used = days.filter(day => day.acus > 0);
  return (
    <>
      <Bars
        bars={days.map(({ at, acus }) => ({ at, value: acus }))}
        of="ACUs by day"
        unit="ACUs a day"
        nameOf={dateOf}
        figure={acus}
      />
      {used.length === 0 && <p>Nothing was used.</p>}
      {used.length > 0 && (
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">ACUs</th>
                <th scope="col">of them reviews</th>
              </tr>
            </thead>
            <tbody>
              {used.reverse().map(day => (
                <tr key={day.at}>
                  <th scope="row">{dateOf(day.at)}</th>
                  <td>{acus(day.acus)}</td>
                  <td>{acus(day.review)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
