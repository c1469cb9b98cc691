import { randomUUID } from 'node:crypto';
import type { Upload } from '../domain/file.ts';
import type { FoundSecret } from '../domain/secret.ts';
import type { At } from './at.ts';
import { type EXIT, Failure } from './failure.ts';
import { tokenFor } from './oauth.ts';
import { read, reasonOf } from './read-answer.ts';
import { VERSION } from './version.ts';

/** How long nothing may come before a call is given up: a slow line takes what it takes. */
export const LONGEST_SILENCE = { ms: 120_000 };
/** The slowest line that a file is sent on: of what a proxy has taken so far, nothing comes back. */
const SLOWEST_BYTES_PER_MS = 16;
const MOST_BYTES = 256 * 1024 ** 2;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  /** Bytes of a file in it. */
  size?: number;
}

/** The API of a server, as the signed-in person. Each call throws a Failure in words for people. */
export class Api {
  private readonly at: At;
  private readonly token: string | null;

  /** @param token in place of the one that is kept, or that of UNBLOCK_TOKEN */
  constructor(at: At, token: string | null = null) {
    this.at = at;
    this.token = token;
  }

  async get<Answer extends object>(path: string): Promise<Answer> {
    return asJson(await this.send({ method: 'GET', path: `/api${path}` }));
  }

  async post<Answer extends object>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const call = { method: 'POST', path: `/api${path}`, headers, body: JSON.stringify(body) };
    return asJson(await this.send(call as Call));
  }

  async bytes(path: string): Promise<Buffer> {
    return read(await this.send({ method: 'GET', path: `/api${path}` }), MOST_BYTES);
  }

  async upload(name: string, bytes: Buffer): Promise<string> {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(bytes)], name));
    const call: Call = { method: 'POST', path: '/files/upload', body, size: bytes.length };
    const answer = await this.send(call);
    return (await asJson<Upload>(answer)).fileKey;
  }

  /** An answer of any kind; a token that was renewed elsewhere is taken up once. @throws Failure */
  async send(call: Call, isRaw = false): Promise<Response> {
    let token = this.token ?? (await tokenFor(this.at.server));
    let answer = await this.once(call, token);
    if (answer.status === 401 && this.token === null) {
      await answer.body?.cancel();
      token = await tokenFor(this.at.server, token);
      answer = await this.once(call, token);
    }
    if (answer.status >= 400 && !isRaw) throw await refusal(answer);
    return answer;
  }

  private async once({ path, headers, size = 0, ...call }: Call, token: string): Promise<Response> {
    const { server } = this.at;
    const patience = new AbortController();
    const longest = LONGEST_SILENCE.ms + size / SLOWEST_BYTES_PER_MS;
    const silence = setTimeout(() => {
      patience.abort(new DOMException('It fell silent.', 'TimeoutError'));
    }, longest).unref();
    try {
      const answer = await fetch(server + path, {
        ...call,
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          'user-agent': `unblock-cli/${VERSION}`,
        },
        // The token goes to the server that was chosen and to no other.
        redirect: 'manual',
        signal: patience.signal,
      });
      if (answer.status >= 300 && answer.status < 400)
        throw new Failure('unreachable', `${server} sends to another address. Say that one.`);
      const { status, headers: told, body } = answer;
      return new Response(body && heard(body, silence), { status, headers: told });
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure('unreachable', `${server} could not be reached: ${reasonOf(error)}`);
    }
  }
}

/** What comes, each part of which has us wait anew. */
function heard(body: ReadableStream<Uint8Array>, silence: NodeJS.Timeout) {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, to) => {
        silence.refresh();
        to.enqueue(part);
      },
      flush: () => clearTimeout(silence),
    }),
  );
}

async function asJson<Answer extends object>(answer: Response): Promise<Answer> {
  const text = (await read(answer)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Answer;
  } catch {
    // Said below.
  }
  throw new Failure('unreachable', 'The server did not answer as Unblock does.');
}

interface Problem {
  code?: unknown;
  detail?: unknown;
  errors?: { path?: unknown; message?: unknown }[];
  items?: Partial<FoundSecret>[];
}

const exits: Record<number, keyof typeof EXIT> = { 401: 'signIn', 404: 'notFound' };

async function refusal(answer: Response): Promise<Failure> {
  const problem: Problem = await asJson<Problem>(answer).catch(() => ({}));
  const { status } = answer;
  if (typeof problem.detail !== 'string')
    return new Failure('unreachable', `The server answered ${status}, and not as Unblock does.`);
  const code = typeof problem.code === 'string' ? problem.code : null;
  const exit = code === 'secrets_found' ? 'keys' : (exits[status] ?? 'refused');
  const wait = answer.headers.get('retry-after');
  const words = wait ? `${problem.detail} (again in ${wait} s)` : problem.detail;
  const details = [
    ...(problem.errors ?? []).map(({ path, message }) => `${String(path)}: ${String(message)}`),
    ...(problem.items ?? []).map(
      ({ where, kind, line, excerpt }) => `${where}, line ${line}: ${kind} ${excerpt}`,
    ),
  ];
  return new Failure(exit, words, { code, details });
}
