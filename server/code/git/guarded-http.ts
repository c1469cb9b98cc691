import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { LookFailed, pinned } from '../../http/guarded-look.ts';
import { hostOf, isLoopback, type Reach, whyUnreachable } from '../../http/public-address.ts';

const MB = 1024 * 1024;
/** What a repository may send in all, and of that in names of its branches and tags. */
const MOST_BYTES = 64 * MB;
const MOST_NAMES_BYTES = 16 * MB;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** How a repository is reached. */
export interface GitReach extends Reach {
  /** How we call ourselves. */
  userAgent: string;
}

/**
 * The way to repositories that somebody has named, by the guard of all looks at addresses: https to
 * public addresses alone, of each redirect too, within limits of time and bytes.
 */
export class GuardedHttp implements HttpClient {
  private readonly reach: GitReach;
  private readonly signal: AbortSignal;
  private left = MOST_BYTES;
  /** isomorphic-git takes a list of names that breaks off for a whole one, and goes on. */
  private failure: LookFailed | null = null;
  /** A repository that has moved is asked at its new place from then on. */
  private moved: { from: string; to: string } | null = null;

  constructor(reach: GitReach, signal: AbortSignal) {
    this.reach = reach;
    this.signal = signal;
  }

  /** @throws LookFailed */
  readonly request = async (asked: GitHttpRequest): Promise<GitHttpResponse> => {
    if (this.failure) throw this.failure;
    const isGet = asked.method !== 'POST';
    const start = this.placeNow(asked.url);
    const { url, answer } = await this.follow(start, asked, isGet ? MOST_REDIRECTS : 0);
    if (url !== start) this.moved = movedFrom(start, url);
    const { statusCode = 0, statusMessage = '', headers } = answer;
    return {
      url,
      method: asked.method ?? 'GET',
      statusCode,
      statusMessage,
      headers: headers as Record<string, string>,
      body: this.bodyOf(answer, isGet ? MOST_NAMES_BYTES : MOST_BYTES),
    };
  };

  private async follow(
    start: string,
    asked: GitHttpRequest,
    most: number,
  ): Promise<{ url: string; answer: IncomingMessage }> {
    let url = start;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.ask(url, asked);
      const { location } = answer.headers;
      if (!location || !REDIRECTS.includes(answer.statusCode ?? 0)) return { url, answer };
      answer.destroy();
      if (redirects === most) throw new LookFailed('It leads on and on');
      if (!URL.canParse(location, url)) throw new LookFailed('It leads to no whole address');
      url = new URL(location, url).href;
    }
  }

  private placeNow(url: string): string {
    const { moved } = this;
    return moved && url.startsWith(moved.from) ? moved.to + url.slice(moved.from.length) : url;
  }

  private async ask(
    url: string,
    { method = 'GET', headers = {}, body }: GitHttpRequest,
  ): Promise<IncomingMessage> {
    const why = whyUnreachable(url, this.reach) ?? this.whyUnsafe(url);
    if (why !== null) throw new LookFailed(why);
    const client = url.startsWith('https:') ? https : http;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = body ? await all(body) : null;
    const request = client.request(url, {
      method,
      agent: false,
      lookup: await pinned(hostOf(url), { ...this.reach, signal: this.signal }),
      signal: this.signal,
      headers: {
        ...headers,
        'user-agent': this.reach.userAgent,
        'accept-encoding': 'identity',
        ...(sent && { 'content-length': String(sent.length) }),
      },
    });
    request.on('response', resolve).on('error', reject);
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new LookFailed('It does not answer in HTTP'));
    });
    request.end(sent ?? undefined);
    return promise;
  }

  /** Without https anybody on the way could put another project in its place. */
  private whyUnsafe(url: string): string | null {
    if (url.startsWith('https:')) return null;
    const isTest = this.reach.looksAtLoopback && isLoopback(hostOf(url));
    return isTest ? null : 'Only https can be read';
  }

  private async *bodyOf(
    answer: IncomingMessage,
    most: number,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let left = most;
    const packing = answer.headers['content-encoding'] ?? 'identity';
    if (packing !== 'identity') throw new LookFailed('Its answer cannot be read');
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      left -= chunk.length;
      this.left -= chunk.length;
      if (left < 0 || this.left < 0) {
        this.failure = new LookFailed(`It sends more than ${most / MB} MB`);
        throw this.failure;
      }
      yield chunk;
    }
  }
}

async function all(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const ASKED = '/info/refs?service=git-upload-pack';

function movedFrom(start: string, end: string): { from: string; to: string } | null {
  if (!start.endsWith(ASKED) || !end.endsWith(ASKED)) return null;
  return { from: start.slice(0, -ASKED.length), to: end.slice(0, -ASKED.length) };
}
