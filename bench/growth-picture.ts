import type { Outcome } from './growth-load.ts';
import { nameOf, type Series, type Setting } from './growth-settings.ts';

export interface Measured {
  setting: Setting;
  workload: string;
  outcome: Outcome;
}

/** Pixels. */
const PANEL = { width: 210, gap: 26, bars: 84, height: 178 };
const BAR = 38;
const MARGIN = 20;
const TOP = 50;

/** Of GitHub's two themes, so that the picture is read on both of its backgrounds. */
const STYLE = `:root { --ink: #1f2328; --quiet: #59636e; --bar: #2f6fd0; --bad: #b3261e; --line: #d1d9e0; --paper: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --quiet: #9aa4af; --bar: #5b93e8; --bad: #ff8a80; --line: #3d444d; --paper: #0d1117 } }
text { fill: var(--ink); font: 12px system-ui, sans-serif; text-anchor: middle }
.start { text-anchor: start }
.strong { font-weight: 600 }
.quiet { fill: var(--quiet); font-size: 11px }
.bad { fill: var(--bad); font-size: 11px }
rect { fill: var(--bar) }
path { stroke: var(--line) }
.paper { fill: var(--paper) }`;

/**
 * An SVG with a row of panels for each workload and a column for each series: a bar for the successful
 * answers a second, of one scale in the whole row; under it their p99, and the share of calls that failed.
 */
export function drawGrowth(
  series: readonly Series[],
  measured: readonly Measured[],
  cores: number,
): string {
  const rows = [...Map.groupBy(measured, ({ workload }) => workload)];
  const width = 2 * MARGIN + series.length * (PANEL.width + PANEL.gap) - PANEL.gap;
  const height = TOP + rows.length * PANEL.height + 2 * MARGIN;
  const xOf = (column: number) => MARGIN + column * (PANEL.width + PANEL.gap);
  const columns = series.map(({ title }, column) =>
    text(xOf(column) + PANEL.width / 2, 26, title, 'strong'),
  );
  const panels = rows.flatMap(([workload, those], row) => {
    const y = TOP + row * PANEL.height;
    const most = Math.max(...those.map(({ outcome }) => outcome.rate));
    return [
      text(MARGIN, y + 6, `${capital(workload)}, a second`, 'start strong'),
      ...series.map((one, column) => panel({ x: xOf(column), y }, one, those, most)),
    ];
  });
  const others = measured.reduce((sum, { outcome }) => sum + outcome.cores.others, 0);
  const taken = (others / measured.length).toFixed(1);
  const note = `Under the bars: what is varied, how long 99 of 100 answers took, the calls that failed. On ${cores} cores, of which other work took ${taken}.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Answers a second over processes, connections and data">
<style>${STYLE}</style>
<rect class="paper" width="${width}" height="${height}"/>
${[...columns, ...panels].join('\n')}
${text(MARGIN, height - MARGIN, note, 'start quiet')}
</svg>
`;
}

interface Place {
  x: number;
  y: number;
}

function panel(
  { x, y }: Place,
  { settings, label }: Series,
  measured: readonly Measured[],
  most: number,
): string {
  const floor = y + 28 + PANEL.bars;
  const bars = settings.map((setting, place) => {
    const found = measured.find((one) => nameOf(one.setting) === nameOf(setting));
    if (!found) return '';
    const middle = x + ((place + 0.5) * PANEL.width) / settings.length;
    return bar({ x: middle, y: floor }, label(setting), found.outcome, most);
  });
  return `<path d="M${x} ${floor + 0.5}h${PANEL.width}"/>${bars.join('')}`;
}

function bar({ x, y }: Place, label: string, outcome: Outcome, most: number): string {
  const height = Math.round((PANEL.bars * outcome.rate) / most);
  const failed = shareFailed(outcome);
  return [
    `<rect x="${Math.round(x - BAR / 2)}" y="${y - height}" width="${BAR}" height="${height}"/>`,
    text(x, y - height - 5, Math.round(outcome.rate).toLocaleString('en')),
    text(x, y + 16, label),
    text(x, y + 31, time(outcome.p99), 'quiet'),
    failed === '' ? '' : text(x, y + 45, failed, 'bad'),
  ].join('');
}

/** Of all calls that came to an end while it was measured. */
function shareFailed({ answered, refused, timeOuts, lost }: Outcome): string {
  const failed = [...refused.values(), timeOuts, lost].reduce((sum, one) => sum + one, 0);
  if (failed === 0) return '';
  const percent = (100 * failed) / (answered + failed);
  return `${percent < 1 ? 'under 1' : Math.round(percent)}% failed`;
}

function time(milliseconds: number): string {
  if (Number.isNaN(milliseconds)) return '';
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}

function text(x: number, y: number, words: string, name = ''): string {
  return `<text x="${Math.round(x)}" y="${y}" class="${name}">${words}</text>`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
