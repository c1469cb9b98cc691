import { ConfigError } from '../config.ts';
import { isOutage } from '../database/errors.ts';

/**
 * Runs a command of the operator that takes one argument, and prints what it answers; what the
 * operator can mend is said in one line.
 */
export async function runCommand(
  usage: string,
  work: (argument: string) => Promise<string>,
): Promise<void> {
  try {
    const [argument, ...more] = process.argv.slice(2);
    if (!argument || more.length > 0) throw new ConfigError(`Usage: ${usage}`);
    process.stdout.write(`${await work(argument)}\n`);
  } catch (error) {
    const isAway = error instanceof Error && isOutage(error);
    if (!isAway && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${isAway ? 'The database does not answer: ' : ''}${error.message}\n`);
    process.exitCode = 1;
  }
}
