import { isUsage, makeProgram } from './commands.ts';
import { EXIT } from './failure.ts';
import { stop } from './stop.ts';
import { tell } from './tell.ts';

/** Ends with the exit code of what happened. */
async function main(words: readonly string[]): Promise<void> {
  try {
    await makeProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    const isHelp = isUsage(error) && error.exitCode === 0;
    process.exitCode = isUsage(error) ? EXIT[isHelp ? 'done' : 'usage'] : tell(error);
  }
}

// Windows looks for no program in the folder of a project, here and in what is started from here.
process.env.NoDefaultCurrentDirectoryInExePath = '1';
// Editors end what they have started by the second, and a terminal that is closed by the third. Node.js ends
// by that one at once otherwise, under `nohup` as well: it undoes what that has set.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// Whoever reads, such as `head`, may have enough.
process.stdout.on('error', () => process.exit(EXIT.done));
await main(process.argv.slice(2));
