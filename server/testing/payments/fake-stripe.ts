import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { FakeEvent } from './fake-stripe-answers.ts';
import { FakeBooks, Refused } from './fake-stripe-books.ts';
import { type Asked, understand, VERSION } from './fake-stripe-calls.ts';

/**
 * What goes wrong with a call. `before` and `after` say whether it has had its effect.
 * - `dropped`: the connection breaks without an answer.
 * - `hangs`: it breaks while the provider is still at it; `goOn` lets it come to its end.
 * - `error`: a failure that the provider keeps under the idempotency key.
 * - `bad gateway`: something on the way answers instead; what the provider says is not heard.
 * - `rate limited`: refused, nothing kept.
 */
export type Fault =
  | 'dropped before'
  | 'dropped after'
  | 'hangs'
  | 'error before'
  | 'error after'
  | 'bad gateway before'
  | 'bad gateway after'
  | 'rate limited'
  | 'slow';

interface Answered {
  status: number;
  body: string;
}

/** What is known of an idempotency key: its first request, and its answer once there is one. */
interface Kept {
  request: string;
  answered: Answered | null;
}

/**
 * A stateful double of the part of Stripe's HTTP surface that we use: idempotency store, balances,
 * signed events, and all that can go wrong on the way. What it keeps under a key is as in Stripe,
 * "Idempotent requests" and "Advanced error handling".
 */
export class FakeStripe {
  readonly books = new FakeBooks();
  readonly webhookSecret = 'whsec_of_the_fake';
  /** What happens in connected accounts goes to an endpoint with a secret of its own. */
  readonly connectSecret = 'whsec_for_connect';
  /** Decides what goes wrong with a request. */
  fault: (asked: Asked) => Fault | null = () => null;
  /** Keeps the answer of a request on its way until then. */
  hold: (asked: Asked) => Promise<void> | null = () => null;
  /** Called once a request has had its effect and before it is answered. */
  onEffect: (asked: Asked) => void = () => undefined;
  private readonly kept = new Map<string, Kept>();
  private heldNow: () => void = () => undefined;
  private readonly unfinished: (() => void)[] = [];
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
    for (const [key, { answered }] of this.kept) if (answered) this.kept.delete(key);
  }

  /** Until the next answer is held. */
  untilHeld(): Promise<void> {
    return new Promise((resolve) => {
      this.heldNow = resolve;
    });
  }

  /** What hung comes to its end. */
  goOn(): void {
    for (const finish of this.unfinished.splice(0)) finish();
  }

  /** An event as it is delivered, signed at a time. */
  delivery(event: FakeEvent, at = new Date()): { payload: string; signature: string } {
    const envelope = {
      object: 'event',
      api_version: VERSION,
      livemode: false,
      pending_webhooks: 1,
    };
    const request = { id: null, idempotency_key: null };
    return this.sign(JSON.stringify({ ...envelope, request, ...event }), at);
  }

  /** Anything at all, rightly signed. */
  sign(payload: string, at = new Date()): { payload: string; signature: string } {
    const isConnected = /"type":"(account|payout)\./.test(payload);
    const secret = isConnected ? this.connectSecret : this.webhookSecret;
    const timestamp = at.getTime() / 1000;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { payload, signature };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request);
    const fault = this.fault(asked);
    if (fault === 'dropped before') return void response.destroy();
    if (fault === 'bad gateway before') return badGateway(response);
    if (fault === 'rate limited') return send(response, failure(429, 'rate_limit'));
    const answered = await this.once(asked, fault);
    if (fault === 'dropped after' || answered === null) return void response.destroy();
    if (fault === 'bad gateway after') return badGateway(response);
    const held = this.hold(asked);
    if (held) this.heldNow();
    await held;
    send(response, answered);
  }

  /**
   * The same key and request again is the first answer again; while that is not known, a conflict.
   * @returns null for one that is still being worked on
   */
  private async once(asked: Asked, fault: Fault | null): Promise<Answered | null> {
    const request = `${asked.method} ${asked.path} ${asked.form}`;
    const before = asked.method === 'POST' ? this.kept.get(storedAs(asked)) : undefined;
    if (before?.answered === null)
      return failure(409, 'idempotency_key_in_use', { type: 'idempotency_error' });
    if (before?.answered)
      return before.request === request
        ? before.answered
        : failure(400, null, { type: 'idempotency_error' });
    let work: (books: FakeBooks) => object;
    try {
      work = understand(asked);
      this.requireThere(asked);
    } catch (error) {
      return refusal(error);
    }
    const kept: Kept = { request, answered: null };
    if (asked.method === 'POST') this.kept.set(storedAs(asked), kept);
    const finish = () => {
      kept.answered = this.effect(asked, work, fault);
      return kept.answered;
    };
    if (fault === 'hangs') {
      this.unfinished.push(finish);
      return null;
    }
    if (fault === 'slow') await sleep(50);
    return finish();
  }

  /** @throws Refused for one whose account is gone: that is not kept under the key either */
  private requireThere({ account, path }: Asked): void {
    const about = account || (/^\/v1\/accounts\/([^/]+)/.exec(path)?.[1] ?? '');
    if (this.books.gone.has(about)) throw new Refused('account_invalid', 403);
  }

  private effect(asked: Asked, work: (books: FakeBooks) => object, fault: Fault | null): Answered {
    const broken = failure(500, null, { type: 'api_error' });
    if (fault === 'error before') return broken;
    try {
      const body = JSON.stringify(work(this.books));
      this.onEffect(asked);
      return fault === 'error after' ? broken : { status: 200, body };
    } catch (error) {
      return refusal(error);
    }
  }
}

/** Keys are known to one account each. */
function storedAs({ key, account }: Asked): string {
  return `${account} ${key}`;
}

function refusal(error: unknown): Answered {
  if (!(error instanceof Refused)) throw error;
  const { status, code, param } = error;
  return failure(status, code, param === null ? {} : { param });
}

function failure(status: number, code: string | null, more: object = {}): Answered {
  const error = { type: 'invalid_request_error', code, message: `the fake says ${code}`, ...more };
  return { status, body: JSON.stringify({ error }) };
}

function send(response: ServerResponse, { status, body }: Answered): void {
  // The SDK would wait and ask again; what is tested is what we do.
  response.writeHead(status, {
    'content-type': 'application/json',
    'stripe-should-retry': 'false',
  });
  response.end(body);
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html', 'stripe-should-retry': 'false' });
  response.end('<h1>Bad gateway</h1>');
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
    form: request.method === 'POST' ? body : url.search.slice(1),
    key: typeof key === 'string' ? key : null,
    account: String(request.headers['stripe-account'] ?? ''),
    version: String(request.headers['stripe-version'] ?? ''),
    authorization: String(request.headers.authorization ?? ''),
  };
}
