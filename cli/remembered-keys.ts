import { createHash, createHmac, randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { ownFolder, readOwn, withLock, writeOwn } from './own-files.ts';

/**
 * Which key each placeholder of a project stands for, so that a patch with placeholders fits the files
 * with keys. No key is kept, but its keyed hash: `pull` finds the keys in the files again.
 */
export interface RememberedKeys {
  salt: string;
  /** Hash of a key by its placeholder. */
  hashes: Record<string, string>;
}

async function fileOf(folder: string): Promise<string> {
  const whole = await realpath(folder);
  const name = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return join(ownFolder('state'), 'placeholders', `${name}.json`);
}

export async function rememberedKeys(folder: string): Promise<RememberedKeys> {
  const kept = await readOwn<RememberedKeys>(await fileOf(folder));
  if (typeof kept?.salt === 'string' && typeof kept.hashes === 'object') return kept;
  return { salt: randomBytes(16).toString('hex'), hashes: {} };
}

/**
 * Adds to what is remembered, also while another command does.
 * @param values keys by their placeholders
 * @throws Failure `refused` where another command has given a placeholder to another key meanwhile
 */
export async function rememberKeys(
  folder: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const file = await fileOf(folder);
  await withLock(file, async () => {
    const { salt, hashes } = await rememberedKeys(folder);
    for (const [placeholder, key] of Object.entries(values)) {
      const hash = hashOf(salt, key);
      if ((hashes[placeholder] ?? hash) !== hash)
        throw new Failure(
          'refused',
          'Another command was about this folder, too. Please ask again.',
        );
      hashes[placeholder] = hash;
    }
    await writeOwn(file, { salt, hashes });
  });
}

/** Those of these keys that a placeholder is remembered for, by their placeholders. */
export function matched(
  { salt, hashes }: RememberedKeys,
  keys: readonly string[],
): Record<string, string> {
  const byHash = new Map(keys.map((key) => [hashOf(salt, key), key]));
  return Object.fromEntries(
    Object.entries(hashes).flatMap(([placeholder, hash]) => {
      const key = byHash.get(hash);
      return key === undefined ? [] : [[placeholder, key]];
    }),
  );
}

function hashOf(salt: string, key: string): string {
  return createHmac('sha256', salt).update(key).digest('hex');
}
