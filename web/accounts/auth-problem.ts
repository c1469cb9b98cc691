import { errorText } from '../api/api-error.ts';

/** What the sign-in service refused; `message` is what the red box says. */
export class AuthProblem extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'AuthProblem';
    this.code = code;
  }
}

/** As the forms keep it on `root`; the type tells the one problem that has a way out of its own. */
export function rootProblem(cause: unknown): { type: string; message: string } {
  const code = cause instanceof AuthProblem ? cause.code : undefined;
  return { type: code ?? 'auth', message: errorText(cause) };
}

export const ACCOUNT_SUSPENDED = 'This account is suspended';
