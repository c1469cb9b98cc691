import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { answerTo, LookFailed, pinned, plainWords } from './guarded-look.ts';
import { hostOf, type Reach, whyUnreachable } from './public-address.ts';

/** For a whole call, in ms. */
const LONGEST_POST_MS = 10_000;
/** How long the rest of an answer may take once its status is known (ms), and what is read of it. */
const LONGEST_REST_MS = 1000;
const MOST_READ = 1024;

interface Posting extends Reach {
  /** Our User-Agent. */
  userAgent: string;
  /** For a whole call, in ms. */
  longestMs?: number;
  /** For tests, instead of the machine's own. */
  dnsServers?: string[];
}

/** What a receiver answered. */
export interface PostAnswer {
  status: number;
  /** The first kilobyte, as far as it came. */
  begins: Buffer;
  /** How many seconds it asks to be left alone for (Retry-After); 0 where it does not. */
  waits: number;
}

/** A connection to one receiver, for a few calls one after the other. */
export interface PostLine {
  /**
   * Sends JSON. No redirect is followed.
   * @throws LookFailed with the reason in plain words
   */
  post: (headers: Readonly<Record<string, string>>, json: string) => Promise<PostAnswer>;
  close: () => void;
}

/**
 * Posts to an address that somebody has named, with the same guard as a look (SSRF): every IP address of
 * its name must be public, and the connection goes to the checked one.
 */
export function openLine(
  address: string,
  { longestMs = LONGEST_POST_MS, ...posting }: Posting,
): PostLine {
  const { Agent, request: begin } = address.startsWith('https:') ? https : http;
  // Ours alone: it ignores the machine's proxy settings, and no other receiver shares its sockets.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let lookup: LookupFunction | undefined;

  const send = async (
    headers: Readonly<Record<string, string>>,
    json: string,
    signal: AbortSignal,
  ): Promise<PostAnswer> => {
    const why = whyUnreachable(address, posting);
    if (why !== null) throw new LookFailed(why);
    lookup ??= await pinned(hostOf(address), { ...posting, signal });
    const request = begin(address, {
      method: 'POST',
      agent,
      lookup,
      signal,
      headers: {
        ...headers,
        'user-agent': posting.userAgent,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
        'accept-encoding': 'identity',
      },
    });
    request.end(json);
    try {
      const response = await answerTo(request);
      const { statusCode: status = 0, headers } = response;
      const waits = secondsIn(headers['retry-after']);
      return { status, begins: await beginningOf(response), waits };
    } catch (error) {
      // The receiver closed the connection while nothing was under way on it.
      if (request.reusedSocket && isReset(error)) return send(headers, json, signal);
      throw error;
    }
  };

  return {
    post: async (headers, json) => {
      const signal = AbortSignal.timeout(longestMs);
      try {
        return await send(headers, json, signal);
      } catch (error) {
        if (error instanceof LookFailed) throw error;
        if (signal.aborted)
          throw new LookFailed(`It did not answer within ${longestMs / 1000} seconds`);
        throw new LookFailed(plainWords(error));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function secondsIn(retryAfter = ''): number {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** The status counts, so an answer that goes on and on, or stops, is used as far as it came. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const patience = setTimeout(() => response.destroy(), LONGEST_REST_MS);
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size >= MOST_READ) break;
    }
  } catch {
    // Cut off, by us or the other side.
  } finally {
    clearTimeout(patience);
  }
  return Buffer.concat(chunks).subarray(0, MOST_READ);
}
