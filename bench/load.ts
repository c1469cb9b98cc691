import autocannon from 'autocannon';

const CONNECTIONS = 32;

export interface Figures {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

type Call = autocannon.Request;

/** Sends the calls in turn over 32 connections for some seconds, after warming up. */
export async function load(url: string, calls: Call[], seconds: number): Promise<Figures> {
  await fire(url, calls, 2);
  const result = await fire(url, calls, seconds);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function fire(url: string, requests: Call[], duration: number): Promise<autocannon.Result> {
  return autocannon({ url, requests, duration, connections: CONNECTIONS });
}
