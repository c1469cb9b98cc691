import { errorText } from '../api/api-error.ts';

/** A refusal of the sign-in service; `message` is shown to the person. */
export class AuthProblem extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'AuthProblem';
    this.code = code;
  }
}

/** For a form's `root` error; `type` identifies the one problem with a remedy of its own. */
export function rootProblem(cause: unknown): { type: string; message: string } {
  const code = cause instanceof AuthProblem ? cause.code : undefined;
  return { type: code ?? 'auth', message: errorText(cause) };
}

export const ACCOUNT_SUSPENDED = 'This account is suspended';
