/**
 * `npm run bench:growth`: how the product grows. One, two and four server processes on one PostgreSQL,
 * 32, 256 and 2,000 connections, once and ten times the data; `-- --large` adds a hundred times. Prints a
 * table for each workload and draws docs/growth.svg. Loopback only; all share this machine's cores.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Drawn, drawGrowth } from './growth-picture.ts';
import { loadServers, type Rate } from './load.ts';
import { startProduct } from './processes.ts';
import { type Filled, inProduction } from './production.ts';
import { sizeOf } from './seed.ts';
import { workloads } from './workloads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const PROCESSES = [1, 2, 4];
const CONNECTIONS = [32, 256, 2000];
const TIMES = process.argv.includes('--large') ? [1, 10, 100] : [1, 10];
const PICTURE = path.join(import.meta.dirname, '../docs/growth.svg');

const drawn: Drawn[] = [];
await inProduction(async ({ filled }) => {
  for (const times of TIMES) {
    const database = await filled(`bench_growth_${times}`, sizeOf(times));
    for (const processes of PROCESSES) drawn.push(...(await measure(database, times, processes)));
  }
});
for (const [workload, rows] of Map.groupBy(drawn, (one) => one.workload)) {
  console.log(`\n${workload}, a second (99 of 100 within)`);
  console.table(Object.fromEntries(rows.map((one) => [nameOf(one), cellsOf(one.rates)])));
}
writeFileSync(PICTURE, drawGrowth(drawn, CONNECTIONS));
console.log(`Drawn in ${PICTURE}`);

async function measure({ settings, people }: Filled, times: number, processes: number) {
  const servers = [];
  for (let n = 0; n < processes; n++) servers.push(await startProduct(settings));
  const urls = servers.map(({ url }) => url);
  const rows: Drawn[] = [];
  try {
    for (const { name, product } of workloads(sizeOf(times), people)) {
      await loadServers(urls, product, { connections: 32, seconds: 2 });
      const rates: Rate[] = [];
      for (const connections of CONNECTIONS)
        rates.push(await loadServers(urls, product, { connections, seconds: SECONDS }));
      rows.push({ workload: name, times, processes, rates });
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return rows;
}

function nameOf({ times, processes }: Drawn): string {
  return `${times} times the data, ${processes === 1 ? '1 process' : `${processes} processes`}`;
}

function cellsOf(rates: readonly Rate[]): Record<string, string> {
  const cells = CONNECTIONS.map((connections, place) => {
    const { rate, p99, failed } = rates[place] ?? { rate: 0, p99: 0, failed: 0 };
    const more = failed > 0 ? `, ${failed} failed` : '';
    return [`${connections} connections`, `${Math.round(rate)} (${p99} ms${more})`];
  });
  return Object.fromEntries(cells);
}
