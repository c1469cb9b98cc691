import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { sidesOf } from '#domain/relation.ts';
import { oneLine } from '#domain/text.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { enqueueMail } from '../mail/outbox.ts';

/**
 * Tells both sides that a milestone is not paid any more, how much the bank took, and whether it can
 * be paid `again`. It concerns their money, so it always goes.
 */
export async function sendPaymentLost(
  change: Change,
  ticket: TicketRow,
  { milestoneId, again, cents }: { milestoneId: string; again: boolean; cents: number },
): Promise<void> {
  const { tx } = change;
  const { title } = await tx
    .selectFrom('milestones')
    .select('title')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', sidesOf(ticket))
    .execute();
  for (const person of people) {
    const side = person.id === ticket.customer_id ? 'customer' : 'developer';
    await enqueueMail(change, {
      kind: 'payment_lost',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - Payment Taken Back`,
      paragraphs: [
        `The customer’s bank has taken ${formatCents(cents)} back, the payment for "${oneLine(title)}". Nothing is held for this milestone any more.`,
        again ? WHAT_NOW[side] : ACCEPTED,
      ],
      button: {
        label: 'View the request',
        url: paths.plan(side, ticket.id),
      },
    });
  }
}

const ACCEPTED =
  'The work stays accepted. If something is wrong, report it in the discussion: a moderator looks into it.';

const WHAT_NOW = {
  customer:
    'The work cannot be approved without its payment. To go on, pay the milestone again; if you do not agree with the work, talk to your unblocker or report the message that it is about.',
  developer:
    'It can be paid again, and is not funded until then. We advise to wait with the work. If something is wrong, report it in the discussion: a moderator looks into it.',
};
