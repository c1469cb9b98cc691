import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What `npm start` gives Node.js: flags, and what stands in its environment. */
export const START = readStart();

function readStart(): { flags: string[]; env: Record<string, string> } {
  const file = path.join(import.meta.dirname, '../../package.json');
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } };
  const named = scripts.start.matchAll(/([A-Z_]+)=(\S+)/g);
  return {
    flags: scripts.start.match(/--\S+/g) ?? [],
    env: Object.fromEntries([...named].map(([, name, value]) => [name, value])),
  };
}

/**
 * What every program that a test starts gets beside its settings. What Node.js has made of our files
 * is kept, as `npm start` does: a program starts in half the time.
 */
export const CHILD_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...START.env,
};
