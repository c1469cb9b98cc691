export interface Scale {
  /** Cents at the lower and upper edge. */
  from: number;
  to: number;
  /** Positions of lines in cents, lowest first, including zero. */
  ticks: number[];
}

const INTERVALS = 4;

/** An axis in round dollars that covers these amounts, and zero. */
export function scaleFor(cents: readonly number[]): Scale {
  const low = Math.min(0, ...cents);
  const high = Math.max(0, ...cents);
  const step = roundStep(Math.max(high - low, 100) / INTERVALS);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { from: first * step, to: last * step, ticks };
}

/** The next of 1, 2, 5, 10, 20, 50 ... dollars. */
function roundStep(cents: number): number {
  const power = 10 ** Math.max(2, Math.floor(Math.log10(cents)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= cents) ?? power * 10;
}
