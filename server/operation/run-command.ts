import { constants } from 'node:os';
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
  endOnSignal();
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    const isAway = error instanceof Error && isOutage(error);
    const isForOperator = error instanceof ConfigError || isOfSystem(error);
    if (!isAway && !isForOperator) throw error;
    process.stderr.write(`${isAway ? 'The database does not answer: ' : ''}${error.message}\n`);
    process.exitCode = 1;
  }
}

/** By `exit`, so that what was started or half made for the command goes with it. */
function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/** A full disk, a folder that may not be written, and the like. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
