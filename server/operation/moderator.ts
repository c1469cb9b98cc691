import { LINK_MINUTES } from '../accounts/mail-links.ts';
/**
 * `npm run moderator -- EMAIL`, with the server's environment: makes a moderator. Removes an
 * existing account's password, sessions, pending links and two-step sign-in, so that the printed
 * link is the only way in; it also helps a moderator who is locked out.
 */

import { emailArgument } from '../accounts/email-argument.ts';
import { makeModerator } from './make-moderator.ts';
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
