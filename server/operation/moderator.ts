import { paths } from '#domain/paths.ts';
import { dropPassword } from '../accounts/drop-password.ts';
import { emailArgument } from '../accounts/email-argument.ts';
import { resetFactors } from '../accounts/factors/unenroll.ts';
import { issueLink, LINK_MINUTES } from '../accounts/mail-links.ts';
import { createUser } from '../accounts/people.ts';
import { runningRequests } from '../accounts/running-requests.ts';
import { ConfigError } from '../config/config.ts';
import { linkTo } from '../config/link-to.ts';
import type { Tx } from '../database/database.ts';
import { hasMoneyLeft } from '../ledger/developer-money.ts';
import type { Change } from '../lifecycle/change.ts';
import { withdrawQuotesOf } from '../lifecycle/withdraw-quotes.ts';
import { operatorChange } from './operator-change.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'npm run moderator -- EMAIL';

await runCommand(USAGE, async (argument) => {
  const email = emailArgument(argument, USAGE);
  const made = await operatorChange((change) => makeModerator(change, email));
  return [
    `${email} was ${made.outcome}: a moderator now.`,
    ...(made.outcome === 'promoted' ? takenAway(made) : []),
    `To set a password, open this link within ${LINK_MINUTES.recovery} minutes. It is the only way in:`,
    made.url,
  ].join('\n');
});

function takenAway(made: { sessions_ended: number; had_factors: boolean }): string[] {
  const { sessions_ended: count, had_factors } = made;
  const devices = count === 1 ? '1 device was' : `${count} devices were`;
  return [
    `The account was there already. Its password was dropped, ${devices} signed out, and links sent before do not work any more.`,
    ...(had_factors ? ['Two-step sign-in was taken off; it can be set up anew.'] : []),
  ];
}

/**
 * As of an invitation: a moderator's screens show neither own requests nor earnings.
 * @throws ConfigError while a request of theirs runs, or before they are paid out
 */
async function requireNothingLeft(tx: Tx, { id, email }: { id: string; email: string }) {
  if ((await runningRequests(tx, id)).length > 0)
    throw new ConfigError(`A request of ${email} is still running. It has to be ended first.`);
  if (await hasMoneyLeft(tx, id))
    throw new ConfigError(`${email} has earned money that has to be paid out first.`);
}

interface NewModerator {
  outcome: 'created' | 'promoted';
  /** The only way in. */
  url: string;
  had_factors: boolean;
  sessions_ended: number;
}

/**
 * Makes an account a moderator, or creates one, with a link to choose a password within 60 minutes.
 * The only way to the first moderator, as moderators cannot sign up. The account may have been
 * another person's: its password, sessions, links and two-step sign-in are removed, since the link
 * could not get past two steps. Its running quotes are withdrawn, and its application that waits is
 * removed: a moderator takes no requests.
 * @throws ConfigError as `requireNothingLeft`
 */
async function makeModerator(change: Change, email: string): Promise<NewModerator> {
  const { tx, config } = change;
  const existing = await tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'user_type'])
    .where('email', '=', email)
    .forUpdate('users')
    .executeTakeFirst();
  const user =
    existing ??
    (await createUser(tx, {
      email,
      password_hash: null,
      user_type: 'moderator',
      confirmed: true,
      first_name: null,
      last_name: null,
    }));
  const had_factors = await resetFactors(change, email);
  const sessions_ended = await dropPassword(change, user.id);
  // After the sessions, so that no quote of theirs is on its way.
  await withdrawQuotesOf(change, user.id);
  await tx
    .deleteFrom('waitlist')
    .where('email', '=', email)
    .where('status', '=', 'waiting')
    .execute();
  if (existing && existing.user_type !== 'moderator')
    await requireNothingLeft(tx, { ...existing, email });
  await tx
    .updateTable('profiles')
    .set({ user_type: 'moderator' })
    .where('id', '=', user.id)
    .execute();
  const redirect_to = linkTo(config, paths.resetPassword());
  const link = { user_id: user.id, kind: 'recovery', challenge: null, redirect_to } as const;
  const { url } = await issueLink({ tx, config }, link);
  return { outcome: existing ? 'promoted' : 'created', url, had_factors, sessions_ended };
}
