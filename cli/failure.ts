/** How a command ends, for scripts. Told in README.md and in `unblock --help`. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  unreachable: 5,
  keys: 6,
  misfit: 7,
  stopped: 130,
} as const;

export const exitWords: Record<keyof typeof EXIT, string> = {
  done: 'done',
  refused: 'the server refused it, or something went wrong',
  usage: 'the command is not complete, or was not confirmed',
  signIn: 'sign in first: unblock login',
  notFound: 'there is no such request, version or file, or it is not open yet',
  unreachable: 'the server could not be reached, or did not answer as it should',
  keys: 'keys or passwords were found, and nothing was sent',
  misfit: 'the patch does not fit',
  stopped: 'stopped, such as by Ctrl-C',
};

/** Why a command ends, in words for people. */
export class Failure extends Error {
  readonly exit: keyof typeof EXIT;
  /** The code of the server's refusal, where it was one. */
  readonly code: string | null;
  /** More lines, such as where keys were found. */
  readonly details: readonly string[];

  constructor(
    exit: keyof typeof EXIT,
    message: string,
    { code = null, details = [] }: { code?: string | null; details?: readonly string[] } = {},
  ) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.details = details;
  }
}
