import type { Outcome } from './growth-load.ts';
import type { Setting } from './growth-settings.ts';

const COLUMNS = [
  ['processes', 9],
  ['connections', 11],
  ['data', 5],
  ['what', 21],
  ['a second', 8],
  ['p50 ms', 6],
  ['p99 ms', 6],
  ['cores: servers, PostgreSQL, load, others', 40],
  ['MB', 4],
  ['failed', 6],
] as const;

/** The heading of the table, in the form of Markdown. */
export function heading(): string {
  return `${line(COLUMNS.map(([name]) => name))}\n${line(COLUMNS.map(([, width]) => '-'.repeat(width)))}`;
}

/** A line of the table. */
export function lineOf(setting: Setting, workload: string, outcome: Outcome): string {
  const { servers, database, load, others } = outcome.cores;
  return line([
    String(setting.processes),
    setting.connections.toLocaleString('en'),
    `${setting.times}×`,
    workload,
    Math.round(outcome.rate).toLocaleString('en'),
    milliseconds(outcome.p50),
    milliseconds(outcome.p99),
    [servers, database, load, others].map((cores) => cores.toFixed(1)).join(', '),
    String(Math.round(outcome.memory / 1_000_000)),
    failures(outcome),
  ]);
}

function line(cells: string[]): string {
  const padded = cells.map((cell, place) => cell.padEnd(COLUMNS[place]?.[1] ?? 0));
  return `| ${padded.join(' | ')} |`;
}

function milliseconds(value: number): string {
  return Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en');
}

function failures({ refused, timeOuts, lost }: Outcome): string {
  const counts: [string, number][] = [
    ...[...refused].map(([status, count]): [string, number] => [String(status), count]),
    ['time-outs', timeOuts],
    ['lost', lost],
  ];
  const told = counts.filter(([, count]) => count > 0);
  return told.map(([name, count]) => `${name}: ${count.toLocaleString('en')}`).join(', ');
}
