import { EXIT, Failure } from './failure.ts';
import { plain, plainJson } from './plain.ts';

/** Says something beside the answer, in a line of its own. */
export function say(words: string): void {
  process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${plain(words)}\n`);
}

/** Says what went wrong; answers the exit code. No stack trace is for people. */
export function tell(error: unknown): number {
  const failure = error instanceof Failure ? error : unexpected(error);
  const { exit, message, code, details } = failure;
  say([message, ...details.map((line) => `  ${line}`)].join('\n'));
  if (process.argv.includes('--json'))
    process.stdout.write(`${plainJson({ error: { exit, code, message, details } })}\n`);
  return EXIT[exit];
}

function unexpected(error: unknown): Failure {
  if (process.env.UNBLOCK_DEBUG) console.error(error);
  // Only answers of a server have a shape that we do not make ourselves.
  if (error instanceof TypeError)
    return new Failure(
      'unreachable',
      'The server answered something that this version does not know.',
    );
  const { message = String(error) } = error as Partial<Error>;
  return new Failure('refused', message);
}
