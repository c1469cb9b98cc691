import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { EXIT } from './failure.ts';
import { tell } from './tell.ts';

let held = 0;
let isWanted = false;

/** What is left over where this program ends now. */
const unfinished = new Set<string>();

/** Ends this program, as soon as nothing is done that must not be broken off. */
export function stop(): void {
  isWanted = true;
  if (held > 0) return;
  try {
    // Something may still be written there.
    for (const folder of unfinished)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } finally {
    process.exit(EXIT.stopped);
  }
}

/** Makes a folder for this alone: it is gone afterwards, and where this program is stopped. */
export async function withFolder<Result>(
  beginning: string,
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(beginning);
  unfinished.add(folder);
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    unfinished.delete(folder);
  }
}

/** Does what must not be broken off, such as to keep what a server gives out once. */
export async function beforeStop<Result>(act: () => Promise<Result>): Promise<Result> {
  held++;
  try {
    return await act();
  } catch (error) {
    // Nobody else gets to say it.
    if (isWanted && held === 1) tell(error);
    throw error;
  } finally {
    held--;
    if (isWanted && held === 0) process.exit(EXIT.stopped);
  }
}
