import autocannon from 'autocannon';

export const CONNECTIONS = 32;

export interface Figures {
  /** Requests a second: the round in the middle, the slowest and the fastest. */
  rate: number;
  rates: [slowest: number, fastest: number];
  /** Milliseconds, of the round in the middle. */
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

/** Loads some sides in turn, each for some seconds in all, after warming up. */
export async function loadInTurn(sides: readonly Side[], seconds: number): Promise<Figures[]> {
  for (const side of sides) await fire(side, { seconds: 2 });
  const results = new Map<Side, autocannon.Result[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of sides) {
      const result = await fire(side, { seconds: seconds / ROUNDS });
      results.get(side)?.push(allAnswered(side, result));
    }
  return [...results.values()].map(figuresOf);
}

function allAnswered({ url }: Side, result: autocannon.Result): autocannon.Result {
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result;
}

/** Answers a second of several servers together, the slowest one's p99 (ms), and how many calls failed. */
export interface Rate {
  rate: number;
  p99: number;
  failed: number;
}

/** Loads several servers at once, each over its part of the connections, as far as they come. */
export async function loadServers(
  urls: readonly string[],
  calls: Call[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Rate> {
  const share = { seconds, connections: connections / urls.length };
  const results = await Promise.all(urls.map((url) => fire({ url, calls }, share)));
  const sumOf = (of: (result: autocannon.Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0);
  return {
    rate: sumOf((result) => result['2xx'] / result.duration),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    failed: sumOf(({ non2xx, errors }) => non2xx + errors),
  };
}

function figuresOf(rounds: autocannon.Result[]): Figures {
  const rates = rounds.map(({ requests, duration }) => requests.total / duration);
  return {
    rate: middle(rates),
    rates: [Math.min(...rates), Math.max(...rates)],
    p50: middle(rounds.map(({ latency }) => latency.p50)),
    p99: middle(rounds.map(({ latency }) => latency.p99)),
  };
}

function middle(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Sends the calls over the connections, each in an order of its own: all at the same request would be
 * folded by whatever does things once for many.
 */
async function fire(
  { url, calls }: Side,
  { seconds, connections = CONNECTIONS }: { seconds: number; connections?: number },
): Promise<autocannon.Result> {
  return autocannon({
    url,
    requests: calls,
    duration: seconds,
    connections,
    setupClient: (client) => client.setRequests(shuffled(calls)),
  });
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const all = [...items];
  for (let place = all.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1));
    const [one, two] = [all[place], all[other]];
    if (one !== undefined && two !== undefined) [all[place], all[other]] = [two, one];
  }
  return all;
}
