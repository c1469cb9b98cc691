/**
 * `npm run moderator -- EMAIL`: makes a moderator, and takes two-step sign-in off, so that this is
 * also the way back in for one who has lost their authenticator app and their backup codes.
 */
import { emailSchema } from '#domain/credentials.ts';
import { ConfigError } from '../config.ts';
import { runCommand } from '../database/for-command.ts';
import { makeModerator } from './make-moderator.ts';

const USAGE = 'Usage: npm run moderator -- EMAIL';
const TAKEN_OFF = '\nTwo-step sign-in was taken off; it can be set up anew.';

if (import.meta.main) {
  await runCommand(async ({ db, config }) => {
    const email = emailSchema.safeParse(process.argv[2] ?? '');
    if (!email.success) throw new ConfigError(USAGE);
    const { outcome, url, had_factors } = await db
      .transaction()
      .execute((tx) => makeModerator({ tx, config, tell: () => undefined }, email.data));
    return `${email.data} was ${outcome}: a moderator now.${had_factors ? TAKEN_OFF : ''}\nTo set a password, open this link within 60 minutes:\n${url}`;
  });
}
