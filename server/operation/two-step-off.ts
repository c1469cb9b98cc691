/**
 * `npm run two-step-off -- EMAIL`, with the server's environment: lets a person who has lost their
 * authenticator app and backup codes sign in with their password alone. Verify first that it is
 * really them.
 */

import { emailArgument } from '../accounts/email-argument.ts';
import { resetFactors } from '../accounts/factors/unenroll.ts';
import { ConfigError } from '../config/config.ts';
import { operatorChange } from './operator-change.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'npm run two-step-off -- EMAIL';

await runCommand(USAGE, async (argument) => {
  const email = emailArgument(argument, USAGE);
  const had = await operatorChange((change) => resetFactors(change, email));
  if (!had) throw new ConfigError(`${email} has no two-step sign-in.`);
  return `Two-step sign-in of ${email} was taken off, and they were told by mail.`;
});
