import autocannon from 'autocannon';

export const CONNECTIONS = 32;

export interface Figures {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export type Call = autocannon.Request;

/** Turns that each side takes: a machine is not equally fast all the time. */
const ROUNDS = 3;

export interface Side {
  url: string;
  calls: Call[];
}

/** Loads two sides in turn, each for some seconds in all, after warming up. */
export async function loadInTurn(
  sides: [Side, Side],
  seconds: number,
): Promise<[Figures, Figures]> {
  for (const side of sides) await fire(side, 2);
  const results: [autocannon.Result[], autocannon.Result[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    results[0].push(await fire(sides[0], seconds / ROUNDS));
    results[1].push(await fire(sides[1], seconds / ROUNDS));
  }
  return [figuresOf(results[0]), figuresOf(results[1])];
}

/** The rate of all rounds, and the percentiles of the round in the middle. */
function figuresOf(rounds: autocannon.Result[]): Figures {
  const answers = rounds.reduce((sum, { requests }) => sum + requests.total, 0);
  const seconds = rounds.reduce((sum, { duration }) => sum + duration, 0);
  return {
    rate: answers / seconds,
    p50: middle(rounds.map(({ latency }) => latency.p50)),
    p99: middle(rounds.map(({ latency }) => latency.p99)),
  };
}

function middle(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Sends the calls in turn over 32 connections. */
async function fire({ url, calls }: Side, duration: number): Promise<autocannon.Result> {
  const result = await autocannon({ url, requests: calls, duration, connections: CONNECTIONS });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result;
}
