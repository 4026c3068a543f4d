// Days as bars, and the same figures as a table.
import { acus } from '../../text/time.tsx';
import { type Day, topOf } from './days.ts';

const WIDTH = 20;
const HEIGHT = 120;

const dateOf = ({ at }: Day) => new Date(at * 1000).toLocaleDateString([], { dateStyle: 'medium' });

export function Bars({ days }: { days: Day[] }) {
  const top = topOf(days);
  const used = days.filter(day => day.acus > 0);
  return (
    <>
      <svg
        class="bars"
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`ACUs by day, at most ${top}; the table below has the figures`}
      >
        {days.map((day, i) => {
          const height = (day.acus / top) * HEIGHT;
          return (
            <rect key={day.at} x={i * WIDTH + 2} y={HEIGHT - height} width={WIDTH - 4} height={height}>
              <title>
                {dateOf(day)}: {acus(day.acus)}
              </title>
            </rect>
          );
        })}
      </svg>
      <p class="scale hint">
        <span>{days[0] && dateOf(days[0])}</span>
        <span>full height: {top} ACUs a day</span>
        <span>{days.at(-1) && dateOf(days.at(-1) as Day)}</span>
      </p>
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
                  <th scope="row">{dateOf(day)}</th>
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
