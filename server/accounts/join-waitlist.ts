import type { z } from 'zod';
import { paths } from '#domain/paths.ts';
import { specialtyLabels } from '#domain/specialty.ts';
import type { waitlistSchema } from '#domain/waitlist.ts';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { teamAddress } from '../mail/team-address.ts';
import { issueApplicationLink, renewApplicationLink } from './application.ts';
import { sendApplicationLink, sendReceived } from './join-letters.ts';
import { holdsRoleAlready } from './roles.ts';

/**
 * Stores a developer's application and tells the team. Applying again changes nothing; who has lost the
 * link to add to it gets a new one. Whoever is an unblocker already has nothing to apply for: such an entry
 * could only be declined, in a mail to somebody who works here.
 */
export async function joinWaitlist(
  change: Change,
  entry: z.output<typeof waitlistSchema>,
): Promise<void> {
  const { name, email, specialty, bio = null } = entry;
  if (await holdsRoleAlready(change.tx, email, 'developer')) return;
  const { numInsertedOrUpdatedRows } = await change.tx
    .insertInto('waitlist')
    .values({ name, email, specialty, bio })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    const url = await renewApplicationLink(change, email);
    if (url !== null) await sendApplicationLink(change, email, url);
    return;
  }
  await enqueueMail(change, {
    kind: 'waitlist',
    to: teamAddress(change.config),
    subject: 'New waitlist entry',
    paragraphs: ['Somebody would like to become an unblocker.'],
    facts: [
      ['Name', name],
      ['Email', email],
      ['Specialty', specialtyLabels[specialty]],
      ['Bio', bio ?? 'none'],
    ],
    button: { label: 'Open the waitlist', url: paths.moderation() },
  });
  await sendReceived(change, email, await issueApplicationLink(change, email));
}
