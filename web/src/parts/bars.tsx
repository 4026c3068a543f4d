// Figures of days, weeks or months as bars; a table beside them has the same to be read.
import { topOf } from './scale.ts';

const WIDTH = 20;
const HEIGHT = 120;

export interface Bar {
  /** Its first second. */
  at: number;
  value: number;
}

interface Properties {
  bars: Bar[];
  /** What they show, as in "ACUs by day". */
  of: string;
  /** Of the scale, as in "ACUs a day". */
  unit: string;
  nameOf: (at: number) => string;
  figure: (value: number) => string;
}

export function Bars({ bars, of, unit, nameOf, figure }: Properties) {
  const top = topOf(bars.map(bar => bar.value));
  return (
    <>
      <svg
        class="bars"
        viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${of}, at most ${top}; the table below has the figures`}
      >
        {bars.map(({ at, value }, i) => {
          const height = (value / top) * HEIGHT;
          return (
            <rect key={at} x={i * WIDTH + 2} y={HEIGHT - height} width={WIDTH - 4} height={height}>
              <title>
                {nameOf(at)}: {figure(value)}
              </title>
            </rect>
          );
        })}
      </svg>
      <p class="scale hint">
        <span>{bars[0] && nameOf(bars[0].at)}</span>
        <span>
          full height: {top} {unit}
        </span>
        <span>{bars.length > 1 && nameOf(bars.at(-1)?.at ?? 0)}</span>
      </p>
    </>
  );
}
