/**
 * `npm run bench`: the figures that the README quotes, each beside a practical ceiling measured in
 * the same run. Loopback only, bounded, on a database of its own; `-- --large` adds the runs on a
 * hundred times the data (or BENCH_TIMES). BENCH_NODE gives the measured server options of Node, such as --cpu-prof.
 */
import { measureHostile } from './hostile.ts';
import { type LiveFigures, openStreams, timeDelivery } from './live.ts';
import { type Call, type Figures, loadInTurn } from './load.ts';
import { pgbench } from './pgbench.ts';
import { type Running, residentBytes, startBare, startProduct } from './processes.ts';
import { inProduction, type Production } from './production.ts';
import { busyTicket, LARGE, type Size, USUAL } from './seed.ts';
import { type People, type Workload, workloads } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
const STREAMS = 1000;

await inProduction(async (production) => {
  await measure(production, 'usual', USUAL);
  if (process.argv.includes('--large')) await measure(production, 'large', LARGE);
  if (isWanted({ name: 'hostile' })) await measureHostileInput(production);
});

async function measure({ filled }: Production, name: string, size: Size): Promise<void> {
  const { url, settings, people } = await filled(`bench_${name}`, size);
  console.log(
    `\n${size.tickets.toLocaleString('en')} requests, ${size.messages.toLocaleString('en')} messages`,
  );
  // The first start after an upgrade has all files to read; any other finds what that one made of them.
  await (await startProduct(settings)).stop();
  const product = await startProduct(settings);
  const bare = await startBare(url);
  try {
    const idle = residentBytes(product.pid);
    await compare({ product, bare, url }, workloads(size, people).filter(isWanted));
    if (size === USUAL && isWanted({ name: 'live' }))
      await showLive({ product, settings, size, people, idle });
  } finally {
    await product.stop();
    await bare.stop();
  }
}

async function measureHostileInput({ database, folder, mailUrl }: Production): Promise<void> {
  const url = await database('bench_hostile');
  await measureHostile({ DATABASE_URL: url, DATA_DIR: folder, SMTP_URL: mailUrl });
}

/** BENCH_ONLY names one of the workloads, or `live`, by any part of its name. */
function isWanted({ name }: { name: string }): boolean {
  return name.includes(process.env.BENCH_ONLY ?? '');
}

interface Compared {
  product: Running;
  bare: Running;
  /** Of the database. */
  url: string;
}

async function compare({ product, bare, url }: Compared, all: Workload[]): Promise<void> {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const workload of all) {
    const bytes = await bytesOf(product.url, workload);
    const [short, sameBytes, ours] = (await loadInTurn(
      [
        { url: bare.url, calls: workload.bare },
        { url: bare.url, calls: workload.bare.map((call) => filledTo(bytes, call)) },
        { url: product.url, calls: workload.product },
      ],
      SECONDS,
    )) as [Figures, Figures, Figures];
    const alone = await pgbench(url, workload.sql, SECONDS / 2);
    rows[workload.name] = row({ ours, sameBytes, short, alone, bytes, goals: workload.goals });
  }
  if (all.length > 0) console.table(rows);
}

/** How long the product's answers are. */
async function bytesOf(url: string, { product: [call] }: Workload): Promise<number> {
  const { path: at = '', method = 'GET', headers, setupRequest } = call ?? {};
  const body = typeof setupRequest === 'function' ? setupRequest({}, {}).body : undefined;
  const init = { method, headers: headers as Record<string, string> };
  const answer = await fetch(
    `${url}${at}`,
    body === undefined ? init : { ...init, body: `${body}` },
  );
  return (await answer.arrayBuffer()).byteLength;
}

function filledTo(bytes: number, call: Call): Call {
  return { ...call, path: `${call.path}${call.path?.includes('?') ? '&' : '?'}bytes=${bytes}` };
}

interface Row {
  ours: Figures;
  sameBytes: Figures;
  short: Figures;
  /** What PostgreSQL does alone; null where it was not measured. */
  alone: number | null;
  /** Of an answer. */
  bytes: number;
  goals: Workload['goals'];
}

function row({ ours, sameBytes, short, alone, bytes, goals }: Row) {
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  const spread = ({ rate, rates: [slowest, fastest] }: Figures) =>
    `${Math.round(rate)} (${Math.round(slowest)} to ${Math.round(fastest)})`;
  return {
    'requests/s': spread(ours),
    'kB an answer': (bytes / 1000).toFixed(1),
    'bare, as many bytes': spread(sameBytes),
    'of it': `${percent(ours.rate / sameBytes.rate)}, goal ${percent(goals.sameBytes)}`,
    'bare, short': spread(short),
    'of that': `${percent(ours.rate / short.rate)}, goal ${percent(goals.short)}`,
    'p99 ms': `${ours.p99}, bare ${sameBytes.p99}, goal ${Math.round(1.5 * sameBytes.p99)}`,
    'pgbench/s': alone === null ? '' : Math.round(alone),
  };
}

interface LiveRun {
  product: Running;
  /** Of a second server on the same database. */
  settings: Record<string, string>;
  size: Size;
  people: People;
  /** Resident bytes before anything was asked. */
  idle: number;
}

async function showLive({ product, settings, size, people, idle }: LiveRun): Promise<void> {
  const threads = Array.from({ length: 97 }, (_, n) => busyTicket(n * 41 + 3, size)).flatMap(
    ({ id, developer }) => {
      const number = Number(id.slice(-12));
      const [author, reader] = [
        people.get(developer),
        people.get(1 + 2 * (number % (size.people / 2))),
      ];
      return author && reader ? [{ ticketId: id, author, reader }] : [];
    },
  );
  // Whoever is written to has one.
  const listeners = new Set([...threads.map(({ reader }) => reader), ...people.values()]);
  const streams = [...listeners].slice(0, STREAMS);
  const before = residentBytes(product.pid);
  const open = await openStreams(product.url, streams, () => undefined);
  const withStreams = residentBytes(product.pid);
  open.close();
  const pace = { perSecond: 50, seconds: SECONDS };
  const one = { post: product.url, listen: product.url };
  const live = await timeDelivery(one, threads, streams, pace);
  const second = await startProduct(settings);
  const two = { post: product.url, listen: second.url };
  const across = await timeDelivery(two, threads, streams, pace).finally(() => second.stop());
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  console.table({
    ...rowsOf(`message to another of ${STREAMS} streams`, live, { p50: 3, p99: 10 }),
    ...rowsOf('the same, through two servers', across, { p50: 3, p99: 10 }),
    'memory when idle': { measured: megabytes(idle), goal: 'under 150 MB' },
    'memory for a stream': {
      measured: `${Math.round((withStreams - before) / STREAMS / 1000)} kB`,
      goal: 'under 60 kB',
    },
    'start on an existing database': {
      measured: `${(product.startedIn / 1000).toFixed(1)} s`,
      goal: 'under 3 s',
    },
  });
}

function rowsOf(
  name: string,
  { p50, p99, missed }: LiveFigures,
  goal: { p50: number; p99: number },
) {
  const lost = missed > 0 ? `, ${missed} missed` : '';
  return {
    [`${name}, median`]: { measured: `${p50.toFixed(1)} ms`, goal: `under ${goal.p50} ms` },
    [`${name}, 99%`]: { measured: `${p99.toFixed(1)} ms${lost}`, goal: `under ${goal.p99} ms` },
  };
}
