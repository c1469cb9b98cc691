import { Refusal } from '#domain/refusals.ts';

const refusals = {
  slow: 'too_much_to_read',
  large: 'too_much_to_read',
  busy: 'unavailable',
  failed: 'internal',
} as const;

/**
 * Why a worker gave no result, in words for users: too slow, too much memory, too many waiting tasks,
 * or a fault of ours.
 */
export class TaskError extends Refusal {
  readonly trouble: keyof typeof refusals;

  constructor(trouble: keyof typeof refusals, cause?: unknown) {
    super(refusals[trouble]);
    this.name = 'TaskError';
    this.trouble = trouble;
    this.cause = cause;
  }
}
