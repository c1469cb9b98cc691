/**
 * `npm run bench`: the figures that the README quotes, each beside a practical ceiling measured in
 * the same run. Loopback only, bounded, on a database of its own; `-- --large` adds the runs on a
 * hundred times the data (or BENCH_TIMES). BENCH_NODE gives the measured server options of Node, such as --cpu-prof.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openSession } from '../server/accounts/sessions.ts';
import { readConfig } from '../server/config/config.ts';
import { connect, queries } from '../server/database/database.ts';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { measureHostile } from './hostile.ts';
import { type LiveFigures, openStreams, timeDelivery } from './live.ts';
import { type Figures, loadInTurn } from './load.ts';
import { pgbench } from './pgbench.ts';
import {
  type Running,
  residentBytes,
  startBare,
  startMailSink,
  startProduct,
} from './processes.ts';
import { busyTicket, idOf, LARGE, type Size, seed, USUAL } from './seed.ts';
import { type People, type Workload, workloads } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
const STREAMS = 1000;

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
const database = await startEmbeddedDatabase({ folder });
const mailSink = await startMailSink();
try {
  await measure('usual', USUAL);
  if (process.argv.includes('--large')) await measure('large', LARGE);
  if (isWanted({ name: 'hostile' })) await measureHostileInput();
} finally {
  mailSink.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, size: Size): Promise<void> {
  const url = await freshDatabase(`bench_${name}`);
  await fill(url, size);
  const pool = connect(url);
  // The address is part of every token: the same for whoever signs and whoever checks.
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    SMTP_URL: mailSink.url,
    PUBLIC_URL: 'http://localhost',
  };
  const people = await signIn(pool, size, settings);
  await pool.end();
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

async function measureHostileInput(): Promise<void> {
  const url = await freshDatabase('bench_hostile');
  await measureHostile({ DATABASE_URL: url, DATA_DIR: folder, SMTP_URL: mailSink.url });
}

async function fill(url: string, size: Size): Promise<void> {
  const pool = connect(url);
  await migrate(pool);
  await pool.end();
  await seed(url, size);
}

async function freshDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** A session for everybody, made as the server makes them, signed with its key. */
async function signIn(
  pool: pg.Pool,
  size: Size,
  settings: Record<string, string>,
): Promise<People> {
  const config = await readConfig(settings);
  const people: People = new Map();
  await queries(pool)
    .transaction()
    .execute(async (tx) => {
      for (let n = 1; n <= size.people; n++) {
        const session = await openSession(
          { tx, config },
          { user_id: idOf.person(n), method: 'password' },
        );
        people.set(n, { token: session.access_token, personId: idOf.person(n) });
      }
    });
  return people;
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
    const [ceiling, ours] = await loadInTurn(
      [
        { url: bare.url, calls: workload.bare },
        { url: product.url, calls: workload.product },
      ],
      SECONDS,
    );
    const alone = await pgbench(url, workload.sql, SECONDS / 2);
    rows[workload.name] = row({ ours, ceiling, alone, goal: workload.goal });
  }
  if (all.length > 0) console.table(rows);
}

interface Row {
  ours: Figures;
  ceiling: Figures;
  /** What PostgreSQL does alone; null where it was not measured. */
  alone: number | null;
  goal: number;
}

function row({ ours, ceiling, alone, goal }: Row): Record<string, string | number> {
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  return {
    'requests/s': Math.round(ours.rate),
    'p50 ms': ours.p50,
    'p99 ms': ours.p99,
    'bare requests/s': Math.round(ceiling.rate),
    'of bare': percent(ours.rate / ceiling.rate),
    'pgbench/s': alone === null ? '' : Math.round(alone),
    'of pgbench': alone === null ? '' : percent(ours.rate / alone),
    goal: `${percent(goal)}, p99 < 60`,
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
  const listeners = [...people.values()];
  const streams = Array.from({ length: STREAMS }, (_, n) => listeners[n % listeners.length]).filter(
    (each) => each !== undefined,
  );
  const before = residentBytes(product.pid);
  const open = await openStreams(product.url, streams, () => undefined);
  const withStreams = residentBytes(product.pid);
  open.close();
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
  const pace = { perSecond: 50, seconds: SECONDS };
  const one = { post: product.url, listen: product.url };
  const live = await timeDelivery(one, threads, streams, pace);
  const second = await startProduct(settings);
  const two = { post: product.url, listen: second.url };
  const across = await timeDelivery(two, threads, streams, pace).finally(() => second.stop());
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  console.table({
    ...rowsOf(`message to another of ${STREAMS} streams`, live, { p50: 5, p99: 20 }),
    ...rowsOf('the same, through two servers', across, { p50: 10, p99: 40 }),
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
