import { Refusal } from '#domain/refusals.ts';

/** Steps that one patch may take, each about as long as looking at one line. */
const STEPS = 100_000_000;

/** What one patch may cost: whoever made it may want it to take for ever, or to fill the memory. */
export class Budget {
  private steps = STEPS;
  private bytes: number;

  /** @param bytes of all files that it makes, together */
  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** @throws Refusal `too_much_to_read` */
  takeSteps(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0)
      throw new Refusal('too_much_to_read', 'This patch takes too long to apply.');
  }

  /** @throws Refusal `too_much_to_read` */
  takeBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) {
      throw new Refusal(
        'too_much_to_read',
        'What this patch makes is larger than a project may be.',
      );
    }
  }
}
