/**
 * `npm run two-step-off -- EMAIL`, with the same environment as the server: lets somebody in with
 * their password alone who has lost their authenticator app and their backup codes. Make sure that
 * it is they who ask.
 */
import { ConfigError } from '../config.ts';
import { withDatabase } from '../database/with-database.ts';
import { runCommand } from '../operation/run-command.ts';
import { emailArgument } from './email-argument.ts';
import { resetFactors } from './factors/unenroll.ts';

const USAGE = 'npm run two-step-off -- EMAIL';

await runCommand(USAGE, async (argument) => {
  const email = emailArgument(argument, USAGE);
  const had = await withDatabase(({ db, config }) =>
    db.transaction().execute((tx) => resetFactors({ tx, config, tell: () => undefined }, email)),
  );
  if (!had) throw new ConfigError(`${email} has no two-step sign-in.`);
  return `Two-step sign-in of ${email} was taken off, and they were told by mail.`;
});
