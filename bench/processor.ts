import { readdirSync, readFileSync } from 'node:fs';

/** How many processor cores were busy, by who kept them busy. */
export interface Cores {
  servers: number;
  /** PostgreSQL. */
  database: number;
  /** This process, which makes the load. */
  load: number;
  /** Other work of this machine, and what the kernel books on nobody. */
  others: number;
}

/** Ticks of the processor's time since the start of the machine, a hundred a second. */
type Ticks = Cores & { at: number };

const TICKS_A_SECOND = 100;

/** Begins to count. What it returns tells how many cores were busy from then until it is called (Linux only). */
export function countCores(servers: readonly number[]): () => Cores {
  const before = ticks(servers);
  return () => {
    const after = ticks(servers);
    const passed = ((after.at - before.at) / 1000) * TICKS_A_SECOND;
    const cores = (of: keyof Cores) => Math.max(0, (after[of] - before[of]) / passed);
    return {
      servers: cores('servers'),
      database: cores('database'),
      load: cores('load'),
      others: cores('others'),
    };
  };
}

function ticks(servers: readonly number[]): Ticks {
  const spent = new Map(processes().map((one) => [one.pid, one]));
  const counted: Ticks = {
    servers: 0,
    database: 0,
    load: 0,
    others: busy(),
    at: performance.now(),
  };
  for (const one of spent.values()) {
    if (!isOurs(one, spent)) continue;
    if (one.pid === process.pid) counted.load += one.own;
    else if (servers.includes(one.pid)) counted.servers += one.own;
    else counted.database += one.own + one.ofEnded;
  }
  counted.others -= counted.servers + counted.database + counted.load;
  return counted;
}

interface Spent {
  pid: number;
  parent: number;
  /** Ticks. */
  own: number;
  ofEnded: number;
}

/** We, or what we started, or what that started. */
function isOurs({ pid, parent }: Spent, all: Map<number, Spent>): boolean {
  if (pid === process.pid) return true;
  const above = all.get(parent);
  return above !== undefined && isOurs(above, all);
}

function processes(): Spent[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => spentBy(Number(name)) ?? []);
}

/** Null for a process that has just ended. */
function spentBy(pid: number): Spent | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name stands in brackets, and may be anything. From the state on: fields 3, 4 and so on.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return { pid, parent: field(4), own: field(14) + field(15), ofEnded: field(16) + field(17) };
  } catch {
    return null;
  }
}

/** Ticks in which any core had something to do. */
function busy(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields.map(Number);
  return user + nice + system + irq + softirq;
}
