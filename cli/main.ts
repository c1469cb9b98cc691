import { isUsage, makeProgram } from './commands.ts';
import { EXIT, Failure } from './failure.ts';
import { plain, plainJson } from './plain.ts';
import { stop } from './stop.ts';

/** Ends with the exit code of what happened; no stack trace is for people. */
async function main(words: readonly string[]): Promise<void> {
  try {
    await makeProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = told(error, words.includes('--json'));
  }
}

function told(error: unknown, isJson: boolean): number {
  if (isUsage(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const failure = error instanceof Failure ? error : unexpected(error);
  const { exit, message, code, details } = failure;
  const lines = [message, ...details.map((line) => `  ${line}`)];
  process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${plain(lines.join('\n'))}\n`);
  if (isJson) process.stdout.write(`${plainJson({ error: { exit, code, message, details } })}\n`);
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

// Windows looks for no program in the folder of a project, here and in what is started from here.
process.env.NoDefaultCurrentDirectoryInExePath = '1';
// Editors end what they have started by the second.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
// Whoever reads, such as `head`, may have enough.
process.stdout.on('error', () => process.exit(EXIT.done));
await main(process.argv.slice(2));
