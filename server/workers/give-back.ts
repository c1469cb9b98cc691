/** Between two looks for what nobody needs, in bytes that went through a task's hands. */
const LOOK_EVERY = 4 * 1024 * 1024;

/**
 * Gives back memory that a task does not need any more, where Node allows it (`npm start` does): the
 * collector knows little of bytes outside of its heap, and a thread of its own has time for it.
 */
export function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync' });
}

/** Counts bytes that come and go, and gives back meanwhile those that are not needed any more. */
export class PassingBytes {
  private left = LOOK_EVERY;

  add(bytes: number): void {
    this.left -= bytes;
    if (this.left > 0) return;
    this.left = LOOK_EVERY;
    globalThis.gc?.({ type: 'minor', execution: 'sync' });
  }
}
