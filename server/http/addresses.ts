import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WEB_FOLDER } from './web-build.ts';

/** Written by the web build: every address that has a screen, as in `/discussions/:ticketId?`. */
const ADDRESSES = path.join(WEB_FOLDER, '../addresses.json');

/** Answers whether there is a screen at that path. Without a web build there is none. */
export async function knownScreens(): Promise<(pathname: string) => boolean> {
  const patterns = (await addresses()).map(toPattern);
  return (pathname) => patterns.some((pattern) => pattern.test(pathname));
}

async function addresses(): Promise<string[]> {
  const text = await readFile(ADDRESSES, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text) as string[];
}

/** As the router in the browser reads them: capitals do not count, nor does a slash at the end. */
function toPattern(address: string): RegExp {
  const segments = address.split('/').filter(Boolean);
  const source = segments.map((segment) => {
    if (!segment.startsWith(':')) return `/${segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    return segment.endsWith('?') ? '(/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${source.join('')}/?$`, 'i');
}
