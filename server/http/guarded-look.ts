import { Resolver } from 'node:dns/promises';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { hostOf, mayReach, type Reach, whyUnreachable } from './public-address.ts';

/** For a whole look, in ms. */
export const LONGEST_LOOK_MS = 5000;
const MOST_BYTES = 1024 * 1024;
/** As transferred: with one-byte chunks the first megabyte takes six times as much. */
const MOST_BYTES_SENT = 2 * MOST_BYTES;
/** Informational answers (103 and the like) before the final one. */
const MOST_NOTICES = 10;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** An address that cannot be fetched; the message says why in plain words. */
export class LookFailed extends Error {}

interface Looking extends Reach {
  /** Our User-Agent. */
  userAgent: string;
  /** A redirect with this status is the answer and is not followed. */
  expects?: number | null;
  /** With false, every redirect is the answer. */
  follows?: false;
  /** For tests, instead of the machine's own. */
  dnsServers?: string[];
}

/** What an address answered. */
export interface Answered {
  status: number;
  /** Its Content-Type. */
  type: string;
  /** The first megabyte, decompressed. */
  body: Buffer;
}

/**
 * Fetches an address that somebody has named; all such fetches go through here (SSRF). Every IP address
 * of its name must be public, at each redirect too, and the connection goes to the checked IP. No
 * cookies and no referrer are sent.
 * @throws LookFailed
 */
export async function lookAt(address: string, looking: Looking): Promise<Answered> {
  const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
  try {
    return await follow(address, { ...looking, signal });
  } catch (error) {
    if (error instanceof LookFailed) throw error;
    if (signal.aborted)
      throw new LookFailed(`It took longer than ${LONGEST_LOOK_MS / 1000} seconds`);
    throw new LookFailed(plainWords(error));
  }
}

type Limited = Looking & { signal: AbortSignal };

async function follow(start: string, looking: Limited): Promise<Answered> {
  let address = start;
  for (let redirects = 0; ; redirects++) {
    const why = whyUnreachable(address, looking);
    if (why !== null) throw new LookFailed(redirects === 0 ? why : `It leads on: ${why}`);
    const response = await ask(address, looking);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!location || !isFollowed(status, looking)) {
      const type = response.headers['content-type'] ?? '';
      return { status, type, body: await bodyOf(response) };
    }
    response.destroy();
    if (redirects === MOST_REDIRECTS) throw new LookFailed('It leads on and on');
    if (!URL.canParse(location, address)) throw new LookFailed('It leads to no whole address');
    address = new URL(location, address).href;
  }
}

function isFollowed(status: number, { follows, expects }: Looking): boolean {
  return REDIRECTS.includes(status) && follows !== false && status !== expects;
}

async function ask(address: string, looking: Limited): Promise<IncomingMessage> {
  const client = address.startsWith('https:') ? https : http;
  return answerTo(
    client.get(address, {
      // A connection of its own, which ignores the machine's proxy settings.
      agent: false,
      lookup: await pinned(hostOf(address), looking),
      signal: looking.signal,
      headers: {
        'user-agent': looking.userAgent,
        accept: 'text/html, text/plain, application/json, */*;q=0.5',
        'accept-encoding': 'identity',
      },
    }),
  );
}

/**
 * The head of the final answer, after few informational ones; only pages, no upgrades.
 * @throws LookFailed, or the connection's own error
 */
export function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject);
  let notices = 0;
  request.on('information', () => {
    notices += 1;
    if (notices > MOST_NOTICES) request.destroy(new LookFailed(UNREADABLE));
  });
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new LookFailed('It does not answer in HTTP'));
  });
  return promise;
}

/** What looking up a name needs. */
export type LookUp = Pick<Limited, 'looksAtLoopback' | 'dnsServers' | 'signal'>;

/**
 * A lookup that returns the IP address checked here. A bare IP address was checked before, by
 * `whyUnreachable`.
 * @throws LookFailed
 */
export async function pinned(host: string, looking: LookUp): Promise<LookupFunction> {
  const addresses = isIP(host) > 0 ? [] : await resolved(host, looking);
  return (_, { all }, give) => {
    const [first] = addresses;
    if (!first) give(new LookFailed('There is no such address'), '');
    else if (all) give(null, addresses);
    else give(null, first.address, first.family);
  };
}

async function resolved(host: string, looking: LookUp) {
  if (looking.looksAtLoopback && host === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
  // Not the system's lookup, which blocks a thread while a name is slow.
  const resolver = new Resolver({ timeout: LONGEST_LOOK_MS / 4, tries: 2 });
  if (looking.dnsServers) resolver.setServers(looking.dnsServers);
  const stop = () => resolver.cancel();
  looking.signal.addEventListener('abort', stop);
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length === 0) throw new LookFailed('There is no such address');
    if (!addresses.every((address) => mayReach(address, looking)))
      throw new LookFailed('This name does not stand for an address of the public internet');
    return addresses.map((address) => ({ address, family: isIP(address) }));
  } finally {
    looking.signal.removeEventListener('abort', stop);
  }
}

/** A body cut off by us or the other side is used as far as it came. */
const UNTIL_CUT = { finishFlush: constants.Z_SYNC_FLUSH };
const unpackers: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: () => createGunzip(UNTIL_CUT),
  'x-gzip': () => createGunzip(UNTIL_CUT),
  deflate: () => createInflate(UNTIL_CUT),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      // 8 MB at a time instead of the 128 that a page may ask for. Source: RFC 9659.
      params: { [constants.ZSTD_d_windowLogMax]: 23 },
    }),
};

/** Reads at most a megabyte, compressed or not, bombs included. */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const packed = await beginningOf(response, response.socket);
  const unpack = unpackers[(response.headers['content-encoding'] ?? '').toLowerCase()];
  if (!unpack) return packed;
  return beginningOf(Readable.from([packed]).pipe(unpack()) as NodeJS.ReadableStream);
}

async function beginningOf(
  stream: AsyncIterable<string | Buffer>,
  socket?: Socket,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (socket && socket.bytesRead > MOST_BYTES_SENT) throw new LookFailed(UNREADABLE);
    // Leaving the loop destroys the stream.
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

const UNREADABLE = 'Its answer cannot be read';
const BROKEN_OFF = 'The connection broke off';
const failures: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers there',
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  ETIMEDOUT: 'Nothing answers there',
  EHOSTUNREACH: 'Nothing answers there',
  ENETUNREACH: 'Nothing answers there',
  HPE_HEADER_OVERFLOW: UNREADABLE,
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself',
};

/** Why a connection failed. */
export function plainWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = failures[code];
  if (known) return known;
  if (code.startsWith('HPE_')) return 'It does not answer in HTTP';
  if (/CERT|SIGNATURE/.test(code)) return 'Its certificate is not valid';
  if (/SSL|TLS|EPROTO/.test(code)) return 'No safe connection could be made';
  if (/^(?:Z_|ZSTD_|ERR_)/.test(code)) return UNREADABLE;
  return 'It could not be looked at';
}
