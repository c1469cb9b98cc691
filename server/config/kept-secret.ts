import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The text of a file, which is created the first time. It is written completely or not at all; servers
 * that create it at once get the same.
 */
export function keptSecret(file: string, make: () => string): string {
  return readIfThere(file) ?? keep(file, make());
}

function keep(file: string, secret: string): string {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
    return secret;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return readFileSync(file, 'utf8').trim();
    // Some network drives have no hard links.
    renameSync(unfinished, file);
    return secret;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
