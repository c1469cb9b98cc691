/**
 * `npm run moderator -- EMAIL`, with the same environment as the server: makes a moderator, and
 * takes two-step sign-in off, so that this is also the way back in for one who has lost their
 * authenticator app and their backup codes.
 */
import { withDatabase } from '../database/with-database.ts';
import { runCommand } from '../operation/run-command.ts';
import { emailArgument } from './email-argument.ts';
import { makeModerator } from './make-moderator.ts';

const USAGE = 'npm run moderator -- EMAIL';
const TAKEN_OFF = '\nTwo-step sign-in was taken off; it can be set up anew.';

await runCommand(USAGE, async (argument) => {
  const email = emailArgument(argument, USAGE);
  const { outcome, url, had_factors } = await withDatabase(({ db, config }) =>
    db.transaction().execute((tx) => makeModerator({ tx, config, tell: () => undefined }, email)),
  );
  return `${email} was ${outcome}: a moderator now.${had_factors ? TAKEN_OFF : ''}\nTo set a password, open this link within 60 minutes:\n${url}`;
});
