import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BUILD_CONTACT, BUILD_ORIGIN } from '#domain/site.ts';
import type { Config } from '../config/config.ts';
import { escapeHtml } from './html.ts';
import { WEB_FOLDER } from './web-build.ts';

/** A text that is known at the start, compressed in each encoding. */
export interface PreparedText {
  type: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

/** What built pages say of this server. */
export type Addresses = Pick<Config, 'publicUrl' | 'contactAddress'>;

/** The prerendered pages by path, with our addresses in them. Empty before a web build. */
export async function publicPages(addresses: Addresses): Promise<Map<string, PreparedText>> {
  const pages = new Map<string, PreparedText>();
  for await (const file of glob('**/index.html', { cwd: WEB_FOLDER })) {
    const folder = path.dirname(file).replaceAll(path.sep, '/');
    pages.set(folder === '.' ? '/' : `/${folder}`, await builtPage(file, addresses));
  }
  return pages;
}

/** The application's page, for every screen that is not prerendered. */
const APPLICATION = '__spa-fallback.html';

/** The same as text; null before a web build. */
export async function applicationPage(addresses: Addresses): Promise<string | null> {
  return addressed(APPLICATION, addresses).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A built file, read once. */
async function builtPage(file: string, addresses: Addresses): Promise<PreparedText> {
  return prepared('text/html', await addressed(file, addresses));
}

async function addressed(file: string, addresses: Addresses): Promise<string> {
  const html = await readFile(path.join(WEB_FOLDER, file), 'utf8');
  return html
    .replaceAll(BUILD_ORIGIN, escapeHtml(addresses.publicUrl))
    .replaceAll(BUILD_CONTACT, escapeHtml(addresses.contactAddress));
}

const made = new Map<string, Promise<PreparedText>>();

/** How hard a text is compressed, as Brotli and gzip count it. */
export interface Effort {
  br: number;
  gzip: number;
}

const MOST: Effort = { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };

/** For a text that somebody waits for: a twentieth of the time, for a tenth more. */
export const QUICK: Effort = { br: 6, gzip: 6 };

/**
 * Compresses a text once, as small as possible. Servers in one process, as in tests, share the result,
 * which took longer than the rest of their start.
 */
export function prepared(type: string, text: string, effort = MOST): Promise<PreparedText> {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const key = `${type} ${hash}`;
  const known = made.get(key) ?? compressed(type, plain, { hash, effort });
  made.set(key, known);
  return known;
}

async function compressed(
  type: string,
  plain: Buffer,
  { hash, effort }: { hash: string; effort: Effort },
): Promise<PreparedText> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort.br };
  return {
    type: `${type}; charset=utf-8`,
    plain,
    br: await promisify(brotliCompress)(plain, { params }),
    gzip: await promisify(gzip)(plain, { level: effort.gzip }),
    etag: `W/"${hash}"`,
  };
}
