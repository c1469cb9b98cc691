import { DESK_PACE_HOURS } from '#domain/desk-pace.ts';
import { notificationsOf } from '#domain/mail-preferences.ts';
import type { Queue } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob, type Jobs } from '../database/enqueue.ts';
import { isNewlyBroken, ledgerState } from '../ledger/check-ledger.ts';
import { type Change, type ChangeContext, change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { moderators, nextMail } from '../notifications/moderators.ts';
import { countNews, countQueues } from './counts.ts';

/**
 * Mails a moderator, in one mail, all that has entered the queue since their last one and still
 * waits. However often this runs, they get one in the interval that they chose.
 */
export async function mailDesk(
  change: Change,
  { person_id }: Jobs['desk-mail'],
  now = new Date(),
): Promise<void> {
  const { tx } = change;
  const person = await moderatorWith(tx, person_id);
  if (!person) return;
  const news = await countNews(tx, person, person.mailed_at);
  const told = (Object.keys(words) as (keyof typeof words)[]).filter((of) => news[of].count > 0);
  if (told.length === 0) return;
  const next = await nextMail(tx, person.id, DESK_PACE_HOURS[person.pace], now);
  if (next !== null) return enqueueJob(tx, 'desk-mail', { person_id }, next);
  const { requests, cases } = await countQueues(tx, person);
  await enqueueMail(change, {
    kind: 'desk_news',
    to: person.email,
    // Not their sum: what was reported is also why its request needs help.
    subject: `New for moderators: ${told.map((of) => amountOf(of, news[of])).join(', ')}`,
    paragraphs: ['This came since our last mail, and still waits:'],
    facts: told.map((of) => [words[of], counted(news[of])]),
    button: { label: 'Open Moderation', url: paths.moderation() },
    notes: [
      `In all ${requests.count} requests need help, with ${formatCents(cases.held_cents)} held for them; ${cases.mine} of them are your cases.`,
      'In your account you can choose how often these mails come.',
    ],
  });
}

/**
 * Mails all moderators at once about new money alarms, whatever interval they chose. An alarm that
 * lasts is mailed again once the last mail about it has been deleted.
 */
export async function mailAlarms(context: ChangeContext): Promise<void> {
  const { broken, findings } = await ledgerState(context.db);
  if (broken.length + findings.length === 0) return;
  const { told } = await context.db
    .selectFrom('mails')
    .select(({ fn }) => fn.max('created_at').as('told'))
    .where('kind', '=', 'money_alarm')
    .executeTakeFirstOrThrow();
  const isNews =
    told === null ||
    findings.some(({ found_at }) => found_at > told) ||
    (await isNewlyBroken(context.db, broken, told));
  if (!isNews) return;
  await change(context, async (change) => {
    const lines = [
      ...broken,
      ...findings.map(
        ({ kind, about, detail }) => `${kind.replaceAll('_', ' ')}, ${about}: ${detail}`,
      ),
    ];
    for (const { email } of await moderators(change))
      await enqueueMail(change, {
        kind: 'money_alarm',
        to: email,
        subject: 'The money is not in order',
        paragraphs: ['Please tell the operator. This was found:'],
        quote: lines.slice(0, SHOWN_ALARMS).join('\n'),
        button: { label: 'Open Moderation', url: paths.moderation() },
      });
  });
}

const SHOWN_ALARMS = 10;

const words = {
  requests: 'Requests that need help',
  reports: 'Reported messages',
  reviews: 'Reported reviews, replies and words about quotes',
  appeals: 'Appeals',
  disputes: 'Disputes over payments',
  payments: 'Payments to look at',
  waitlist: 'Applications',
} as const;

/** For one of each, in a subject. */
const short: Record<keyof typeof words, string> = {
  requests: 'request',
  reports: 'report',
  reviews: 'reported quote or review',
  appeals: 'appeal',
  disputes: 'dispute',
  payments: 'payment',
  waitlist: 'application',
};

const amountOf = (of: keyof typeof words, { count }: Queue) =>
  `${count} ${short[of]}${count === 1 ? '' : 's'}`;
const counted = ({ count }: Queue) => String(count);

/** Null if they are deleted, suspended or no longer a moderator. */
async function moderatorWith(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .innerJoin('desk_mails as d', 'd.person_id', 'u.id')
    .select(['p.id', 'u.email', 'u.banned_until', 'p.notifications', 'd.mailed_at'])
    .where('p.id', '=', id)
    .where('p.user_type', '=', 'moderator')
    .executeTakeFirst();
  if (!found || isBanned(found)) return null;
  return { ...found, pace: notificationsOf(found.notifications).desk };
}
