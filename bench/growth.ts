/**
 * `npm run bench:growth`: how the product grows, from one server process, 32 connections and the usual
 * data on: one, two and four processes on one PostgreSQL, up to 2,000 connections, ten times the data. Prints a
 * line for each load as soon as it is measured, and draws docs/growth.svg. Loopback only, limits on; servers,
 * PostgreSQL and load share this machine's cores. Five to eight minutes, as busy as the machine is.
 * `-- --large` adds a hundred times the data. BENCH_SECONDS (3) is the length of a load, BENCH_ONLY leaves out
 * all whose name, such as "4 processes, 2000 connections, 1 times the data: post a message", does not contain it.
 */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadServers } from './growth-load.ts';
import { drawGrowth, type Measured } from './growth-picture.ts';
import { nameOf, type Setting, seriesOf, settingsOf } from './growth-settings.ts';
import { heading, lineOf } from './growth-table.ts';
import { type Running, startProduct } from './processes.ts';
import { type Filled, inProduction, type Production } from './production.ts';
import { sizeOf } from './seed.ts';
import { type People, type Workload, workloads } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
/** Seconds before each load counts; one more for each server that has just been started. */
const WARM_UP = 2;
/** How many connections get one more second, until all of them go round. */
const OPENED_A_SECOND = 500;
const ONLY = process.env.BENCH_ONLY ?? '';
const PICTURE = path.join(import.meta.dirname, '../docs/growth.svg');

const series = seriesOf(process.argv.includes('--large'));
const measured: Measured[] = [];
const began = performance.now();
const cores = os.availableParallelism();
console.log(`${cores} cores, a load average of ${os.loadavg()[0]?.toFixed(1)} at the start\n`);
console.log(heading());
await inProduction(async (production) => {
  const wanted = settingsOf(series).filter((setting) => wantedOf(setting).length > 0);
  for (const [times, settings] of Map.groupBy(wanted, (setting) => setting.times))
    await measureOn(production, times, settings);
});
if (ONLY === '') {
  writeFileSync(PICTURE, drawGrowth(series, measured, cores));
  console.log(`\nDrawn in ${path.relative(process.cwd(), PICTURE)}`);
}
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s`);

/** Each number of servers gets a copy of the same data: what was written before would slow it down. */
async function measureOn({ filled, copied }: Production, times: number, settings: Setting[]) {
  const database = await filled(`bench_growth_${times}`, sizeOf(times));
  // The first start has all files to read, and tables to fill.
  await (await startProduct(database.settings)).stop();
  for (const together of withEqualServers(settings))
    await copied(database, (copy) => measure(together, copy));
}

/** Settings that follow each other and have as many servers. */
function withEqualServers(settings: Setting[]): Setting[][] {
  const all: Setting[][] = [];
  for (const setting of settings) {
    const last = all.at(-1);
    if (last?.[0]?.processes === setting.processes) last.push(setting);
    else all.push([setting]);
  }
  return all;
}

async function measure(settings: Setting[], { settings: environment, people }: Filled) {
  const starts = Array.from({ length: settings[0]?.processes ?? 0 }, () =>
    startProduct(environment),
  );
  const servers = await Promise.all(starts);
  try {
    for (const setting of settings)
      for (const workload of wantedOf(setting, people)) {
        const cold = setting === settings[0] ? servers.length : 0;
        const warmUp = WARM_UP + cold + setting.connections / OPENED_A_SECOND;
        await show(setting, workload, { servers, warmUp });
      }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function show(
  setting: Setting,
  { name, product }: Workload,
  { servers, warmUp }: { servers: Running[]; warmUp: number },
) {
  const pressure = { connections: setting.connections, warmUp, seconds: SECONDS };
  const outcome = await loadServers(servers, product, pressure);
  console.log(lineOf(setting, name, outcome));
  measured.push({ setting, workload: name, outcome });
}

function wantedOf(setting: Setting, people: People = new Map()): Workload[] {
  const all = workloads(sizeOf(setting.times), people);
  return all.filter(({ name }) => `${nameOf(setting)}: ${name}`.includes(ONLY));
}
