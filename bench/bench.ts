/**
 * `npm run bench`: the figures that the README quotes, each beside a practical ceiling measured in
 * the same run. Loopback only, bounded, on a database of its own; `-- --large` adds the runs on a
 * hundred times the data (or BENCH_TIMES). BENCH_NODE gives the measured server options of Node, such as --cpu-prof.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
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
import { type Call, type Figures, loadInTurn } from './load.ts';
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
/** As it runs in life: limits on, logs as in production, a role that only serves. */
const inProduction = {
  NODE_ENV: 'production',
  DATA_DIR: folder,
  SMTP_URL: mailSink.url,
  PUBLIC_URL: 'http://localhost',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_never_asked',
  STRIPE_WEBHOOK_SECRET: 'whsec_never_asked',
  JWT_KEY: generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
  SERVICE_API_KEY: randomBytes(32).toString('base64'),
  FIRST_HOUR_KEY: randomBytes(32).toString('base64'),
};
const serverPassword = randomBytes(24).toString('hex');
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
  const settings = { ...inProduction, DATABASE_OWNER_URL: url, DATABASE_URL: asServer(url) };
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

function asServer(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'unblock_server';
  url.password = serverPassword;
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
