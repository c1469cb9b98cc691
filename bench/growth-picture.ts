import type { Rate } from './load.ts';

/** What some processes did over some data, with each number of connections. */
export interface Drawn {
  workload: string;
  times: number;
  processes: number;
  rates: readonly Rate[];
}

const PANEL = { width: 240, height: 150, left: 56, top: 44, gap: 30 };
/** Dashes instead of colours: they say the same in print, in the dark and to everybody. */
const DASHES: Record<number, string> = { 1: '2 3', 2: '7 4', 4: '' };

/**
 * An SVG with a row of panels for each size of the data and a panel for each workload: requests a second
 * over connections, a line for each number of processes.
 */
export function drawGrowth(all: readonly Drawn[], connections: readonly number[]): string {
  const names = [...new Set(all.map(({ workload }) => workload))];
  const sizes = [...new Set(all.map(({ times }) => times))];
  const panels = sizes.flatMap((times, row) =>
    names.map((workload, column) => {
      const here = all.filter((one) => one.workload === workload);
      const highest = Math.max(...here.flatMap(({ rates }) => rates.map(({ rate }) => rate)));
      const at = `translate(${PANEL.left + column * (PANEL.width + PANEL.left)} ${PANEL.top + row * (PANEL.height + PANEL.top + PANEL.gap)})`;
      const title = `${workload}, ${times} times the data`;
      const lines = here.filter((one) => one.times === times).map((one) => lineOf(one, highest));
      return `<g transform="${at}">${frame(title, highest, connections)}${lines.join('')}</g>`;
    }),
  );
  const width = names.length * (PANEL.width + PANEL.left) + 60;
  const height = sizes.length * (PANEL.height + PANEL.top + PANEL.gap) + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img" aria-label="Requests a second over connections, for one, two and four server processes">
<rect width="${width}" height="${height}" fill="white"/>
${panels.join('\n')}
</svg>
`;
}

function frame(title: string, highest: number, connections: readonly number[]): string {
  const marks = connections.map(
    (count, place) =>
      `<text x="${xOf(place, connections.length)}" y="${PANEL.height + 16}" text-anchor="middle">${count}</text>`,
  );
  return `<text y="-14" font-weight="bold">${title}</text>
<path d="M0 0V${PANEL.height}H${PANEL.width}" fill="none" stroke="black"/>
<text x="-6" y="4" text-anchor="end">${Math.round(highest).toLocaleString('en')}</text>
<text x="-6" y="${PANEL.height}" text-anchor="end">0</text>${marks.join('')}`;
}

function lineOf({ processes, rates }: Drawn, highest: number): string {
  const points = rates.map(({ rate }, place) => {
    const y = PANEL.height * (1 - rate / highest);
    return `${Math.round(xOf(place, rates.length))},${Math.round(y)}`;
  });
  const [x, y] = points.at(-1)?.split(',') ?? [];
  return `<polyline points="${points.join(' ')}" fill="none" stroke="black" stroke-width="1.5" stroke-dasharray="${DASHES[processes] ?? ''}"/>
<text x="${Number(x) + 5}" y="${Number(y) + 4}">${processes}</text>`;
}

function xOf(place: number, count: number): number {
  return 10 + (place * (PANEL.width - 30)) / Math.max(1, count - 1);
}
