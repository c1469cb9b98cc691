import { ConfigError } from '../config/config.ts';
import { isOutage } from '../database/database-errors.ts';

/** Runs a command of the operator that takes one argument, and prints what it answers. */
export function runCommand(
  usage: string,
  work: (argument: string) => Promise<string>,
): Promise<void> {
  return printAnswer(() => {
    const [argument, ...more] = process.argv.slice(2);
    if (!argument || more.length > 0) throw new ConfigError(`Usage: ${usage}`);
    return work(argument);
  });
}

/** Prints what a command answers; what the operator can mend is said in one line. */
export async function printAnswer(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    const isAway = error instanceof Error && isOutage(error);
    if (!isAway && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${isAway ? 'The database does not answer: ' : ''}${error.message}\n`);
    process.exitCode = 1;
  }
}
