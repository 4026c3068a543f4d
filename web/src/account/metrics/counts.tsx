// Counts of a kind: a table, with bars for who looks at it.
import { marked } from '../../text/marks.ts';

export interface Count {
  name: string;
  count: number;
  /** What is said beside it. */
  note?: string;
}

interface Properties {
  title: string;
  /** What is counted. */
  unit: string;
  counts: Count[];
}

const WIDTH = 100;

export function Counts({ title, unit, counts }: Properties) {
  const some = counts.filter(each => each.count > 0);
  const most = Math.max(1, ...some.map(each => each.count));
  const noted = some.some(each => each.note);
  return (
    <section>
      <h2>{title}</h2>
      {some.length === 0 && <p class="hint">None.</p>}
      {some.length > 0 && (
        <div class="wide">
          <table class="counts">
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col">{unit}</th>
                {noted && <th scope="col">ACUs</th>}
              </tr>
            </thead>
            <tbody>
              {some.map(({ name, count, note }) => (
                <tr key={name}>
                  <th scope="row">{marked(name)}</th>
                  <td>
                    {count.toLocaleString('en')}
                    <svg class="share" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
                      <rect width={(count / most) * WIDTH} height="8" />
                    </svg>
                  </td>
                  {noted && <td>{note}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
