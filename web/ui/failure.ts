/** A failed act: what failed, in the product's words, and why, where that is known. */
export class Failure extends Error {
  readonly reason: string | undefined;

  constructor(sentence: string, reason?: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'Failure';
    this.reason = reason;
  }
}
