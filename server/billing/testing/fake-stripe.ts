import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '../signature.ts';
import { FakeBooks, type FakeEvent, Refused } from './fake-stripe-books.ts';
import { type Asked, answer } from './fake-stripe-calls.ts';

/**
 * What goes wrong with a call. `before` and `after` say whether it has had its effect.
 * - `dropped`: the connection breaks without an answer.
 * - `error`: a failure that the provider keeps under the idempotency key.
 * - `rate limited`: refused, nothing kept.
 */
export type Fault =
  | 'dropped before'
  | 'dropped after'
  | 'error before'
  | 'error after'
  | 'rate limited'
  | 'slow';

interface Kept {
  fingerprint: string;
  status: number;
  body: string;
}

/**
 * A stateful double of the part of Stripe's HTTP surface that we use: idempotency store, balances,
 * signed events, and all that can go wrong on the way.
 */
export class FakeStripe {
  readonly books = new FakeBooks();
  readonly webhookSecret = 'whsec_of_the_fake';
  /** What happens in connected accounts goes to an endpoint with a secret of its own. */
  readonly connectSecret = 'whsec_for_connect';
  /** Every request that had an effect, by method and path. */
  readonly asked: string[] = [];
  /** Decides what goes wrong with a request. */
  fault: (asked: Asked) => Fault | null = () => null;
  /** Called once a request has had its effect and before it is answered. */
  onEffect: (asked: Asked) => void = () => undefined;
  private readonly kept = new Map<string, Kept>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.serve(request, response).catch(() => response.destroy());
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** As after a day: keys are forgotten, objects are not. */
  forgetKeys(): void {
    this.kept.clear();
  }

  /** An event as it is delivered, signed at a time. */
  delivery(event: FakeEvent, at = new Date()): { payload: string; signature: string } {
    const payload = JSON.stringify({ object: 'event', api_version: null, ...event });
    const isConnected = /^(account|payout)\./.test(event.type);
    const secret = isConnected ? this.connectSecret : this.webhookSecret;
    return { payload, signature: sign(payload, secret, at) };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request);
    const fault = this.fault(asked);
    if (fault === 'slow') await sleep(50);
    if (fault === 'dropped before') return void response.destroy();
    if (fault === 'rate limited') return send(response, 429, failure('rate_limit', 'rate_limit'));
    const { status, body } = this.once(asked, fault);
    if (fault === 'dropped after') return void response.destroy();
    send(response, status, body);
  }

  /** The same key and request again is the first answer again. */
  private once(asked: Asked, fault: Fault | null): { status: number; body: string } {
    const { key, fingerprint } = asked;
    const before = key === null ? undefined : this.kept.get(key);
    if (before && before.fingerprint !== fingerprint)
      return { status: 400, body: failure('idempotency_error', 'idempotency_key_in_use') };
    if (before) return before;
    const answered = this.effect(asked, fault);
    if (key !== null && asked.method === 'POST') this.kept.set(key, { fingerprint, ...answered });
    return answered;
  }

  private effect(asked: Asked, fault: Fault | null): { status: number; body: string } {
    const broken = { status: 500, body: failure('api_error', 'internal') };
    if (fault === 'error before') return broken;
    try {
      const body = JSON.stringify(answer(this.books, asked));
      this.asked.push(`${asked.method} ${asked.path}`);
      this.onEffect(asked);
      return fault === 'error after' ? broken : { status: 200, body };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: failure('invalid_request_error', error.code) };
    }
  }
}

function failure(type: string, code: string): string {
  return JSON.stringify({ error: { type, code, message: `the fake says ${code}` } });
}

function send(response: ServerResponse, status: number, body: string): void {
  // The SDK would wait and ask again; what is tested is what we do.
  response.writeHead(status, {
    'content-type': 'application/json',
    'stripe-should-retry': 'false',
  });
  response.end(body);
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://fake');
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    values: new URLSearchParams(body),
    key: typeof key === 'string' ? key : null,
    account: String(request.headers['stripe-account'] ?? ''),
    version: String(request.headers['stripe-version'] ?? ''),
    authorization: String(request.headers.authorization ?? ''),
    fingerprint: `${request.method} ${url.pathname} ${body}`,
  };
}
