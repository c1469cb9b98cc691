/**
 * `npm run two-step-off -- EMAIL`: lets somebody in with their password alone who has lost their
 * authenticator app and their backup codes. Make sure that it is they who ask.
 */
import { emailSchema } from '#domain/credentials.ts';
import { ConfigError } from '../config.ts';
import { runCommand } from '../database/for-command.ts';
import { resetFactors } from './factors/unenroll.ts';

if (import.meta.main) {
  await runCommand(async ({ db, config }) => {
    const email = emailSchema.safeParse(process.argv[2] ?? '');
    if (!email.success) throw new ConfigError('Usage: npm run two-step-off -- EMAIL');
    const had = await db
      .transaction()
      .execute((tx) => resetFactors({ tx, config, tell: () => undefined }, email.data));
    if (!had) throw new ConfigError(`${email.data} has no two-step sign-in.`);
    return `Two-step sign-in of ${email.data} was taken off, and they were told by mail.`;
  });
}
