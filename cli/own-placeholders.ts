import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Placeholders } from '../domain/secret-mask.ts';
import { Failure } from './failure.ts';
import { ownFolder } from './own-files.ts';

/** The server counts from 1: whatever it has numbered in a project, it is none of these. */
const FIRST = 100_000_000_000;
/** So many that no two keys of a project get the same. */
const NUMBERS = 900_000_000_000;

/**
 * Placeholders that are made on this machine. A number is made of the key, by a salt that stays here: a key
 * has the same one each time, no key has that of another in any project, and nothing is kept of either.
 */
export class OwnPlaceholders extends Placeholders {
  private salt: string | null = null;

  /** @throws Failure `refused` where this machine cannot keep its salt */
  numberOf(key: string): number {
    this.salt ??= ownSalt();
    const hash = createHmac('sha256', this.salt).update(key).digest();
    return FIRST + (hash.readUIntBE(0, 6) % NUMBERS);
  }

  protected override next(_family: string, key: string): number {
    return this.numberOf(key);
  }
}

const IS_SALT = /^[0-9a-f]{64}$/;

/** Made with the first key, and whole or not at all: another command may want it in the same moment. */
function ownSalt(): string {
  const file = join(ownFolder('state'), 'salt');
  const kept = saltIn(file);
  if (kept !== null && IS_SALT.test(kept)) return kept;
  const own = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // What a crash has left is none.
    if (kept !== null) rmSync(file, { force: true });
    try {
      writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600 });
      makeOnce(own, file);
    } finally {
      rmSync(own, { force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Failure('refused', `${file} cannot be written: ${code}`);
  }
  return readFileSync(file, 'utf8');
}

function makeOnce(own: string, file: string): void {
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every file system has links.
    copyFileSync(own, file, constants.COPYFILE_EXCL);
  }
}

function saltIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
