import { EXIT } from './failure.ts';

let held = 0;
let isWanted = false;

/** Ends this program, as soon as nothing is done that must not be broken off. */
export function stop(): void {
  isWanted = true;
  if (held === 0) process.exit(EXIT.stopped);
}

/** Does what must not be broken off, such as to keep what a server gives out once. */
export async function beforeStop<Result>(act: () => Promise<Result>): Promise<Result> {
  held++;
  try {
    return await act();
  } finally {
    held--;
    if (isWanted && held === 0) process.exit(EXIT.stopped);
  }
}
