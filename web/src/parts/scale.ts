/** A round figure that is not below the largest, for the height of bars. */
export function topOf(values: number[]): number {
  const most = Math.max(0, ...values);
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find(step => step * power >= most) ?? 10) * power;
}
