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
  const load = (side: Side, duration: number) =>
    fire(side, { connections: CONNECTIONS, seconds: duration }).then((result) =>
      allAnswered(side, result),
    );
  for (const side of sides) await load(side, 2);
  const results = new Map<Side, autocannon.Result[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of sides) results.get(side)?.push(await load(side, seconds / ROUNDS));
  return [...results.values()].map(figuresOf);
}

function allAnswered({ url }: Side, result: autocannon.Result): autocannon.Result {
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result;
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

/** How a side is loaded. */
export interface Pressure {
  connections: number;
  seconds: number;
  /** After how many seconds without an answer a call is given up, and its connection replaced. */
  patience?: number;
  /** Is told of each answer. */
  heard?: (status: number, milliseconds: number) => void;
}

/** Calls that are made ready for all connections to a server: each takes a while, and thousands need few. */
const READY = 4000;

/**
 * Sends the calls over the connections, each in an order of its own: all at the same request would be
 * folded by whatever does things once for many.
 */
export async function fire(
  { url, calls }: Side,
  { connections, seconds, patience = 10, heard = () => undefined }: Pressure,
): Promise<autocannon.Result> {
  return autocannon({
    url,
    duration: seconds,
    connections,
    timeout: patience,
    setupClient: (client) => {
      client.setRequests(shuffled(calls).slice(0, Math.ceil(READY / connections)));
      client.on('response', (status, _bytes, milliseconds) => heard(status, milliseconds));
    },
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
