import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, fire } from './load.ts';
import { type Running, residentBytes } from './processes.ts';
import { type Cores, countCores } from './processor.ts';

/** After so many seconds without an answer a call is given up. */
const PATIENCE = 5;
/** Seconds that a load may take longer than it should. */
const GRACE = 20;

export interface Pressure {
  /** To all servers together. */
  connections: number;
  /** Seconds before anything counts: connections are made, code is compiled. */
  warmUp: number;
  /** Seconds that count. */
  seconds: number;
}

export interface Outcome {
  /** Successful answers a second, and how long half and 99 of 100 of them took (ms). */
  rate: number;
  p50: number;
  p99: number;
  /** How many of them there were in the measured seconds, */
  answered: number;
  /** and how many answers of each other status. */
  refused: Map<number, number>;
  /** Calls that were given up, and that lost their connection; also of the seconds before. */
  timeOuts: number;
  lost: number;
  cores: Cores;
  /** Resident bytes of the largest server afterwards. */
  memory: number;
}

/**
 * Loads all servers at once, each over its part of the connections.
 * @throws when a server has ended, or the load itself does not end in time
 */
export async function loadServers(
  servers: readonly Running[],
  calls: Call[],
  { connections, warmUp, seconds }: Pressure,
): Promise<Outcome> {
  const answers = new Answers();
  const loads = servers.map(({ url }) =>
    fire(
      { url, calls },
      {
        connections: connections / servers.length,
        seconds: warmUp + seconds,
        patience: PATIENCE,
        heard: answers.heard,
      },
    ),
  );
  const measured = measure(servers, answers, { warmUp, seconds });
  const all = Promise.all([measured, ...loads]);
  const [{ cores, took }, ...results] = await inTime(all, warmUp + seconds + GRACE);
  const timeOuts = sum(results.map((result) => result.timeouts));
  const sent = sum(results.map(({ requests }) => requests.sent));
  const answered = sum(results.map(({ requests }) => requests.total));
  if (!servers.every((server) => server.isRunning())) throw new Error('A server has ended.');
  return {
    ...answers.figures(took),
    timeOuts,
    // At the end, each connection waits for an answer that nobody is to blame for.
    lost: Math.max(0, sent - answered - connections - timeOuts),
    cores,
    memory: Math.max(...servers.map(({ pid }) => residentBytes(pid))),
  };
}

async function measure(
  servers: readonly Running[],
  answers: Answers,
  { warmUp, seconds }: Omit<Pressure, 'connections'>,
) {
  await sleep(warmUp * 1000);
  const coresUntilNow = countCores(servers.map(({ pid }) => pid));
  const began = performance.now();
  answers.listen();
  await sleep(seconds * 1000);
  answers.ignore();
  return { cores: coresUntilNow(), took: (performance.now() - began) / 1000 };
}

/** What is answered while somebody listens. */
class Answers {
  private isHeard = false;
  /** Milliseconds of each successful one. */
  private readonly times: number[] = [];
  private readonly refused = new Map<number, number>();

  listen(): void {
    this.isHeard = true;
  }

  ignore(): void {
    this.isHeard = false;
  }

  readonly heard = (status: number, milliseconds: number): void => {
    if (!this.isHeard) return;
    if (status >= 200 && status < 300) this.times.push(milliseconds);
    else this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
  };

  figures(seconds: number): Pick<Outcome, 'rate' | 'p50' | 'p99' | 'answered' | 'refused'> {
    const sorted = this.times.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
    return {
      rate: sorted.length / seconds,
      p50: at(0.5),
      p99: at(0.99),
      answered: sorted.length,
      refused: this.refused,
    };
  }
}

async function inTime<Value>(work: Promise<Value>, seconds: number): Promise<Value> {
  const limit = new AbortController();
  const late = sleep(seconds * 1000, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`A load was not over after ${seconds} s.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
