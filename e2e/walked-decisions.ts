import type { Locator, Page } from '@playwright/test';
import type { ModeratedRequest } from '../domain/moderation.ts';
import { paths } from '../domain/paths.ts';
import { shortId } from '../domain/ticket-words.ts';
import type { Walked } from './money-walk.ts';
import { expect, visit } from './server.ts';
import { centsOf } from './told-money.ts';
import { type Books, partsOf, readBooks } from './walked-ledger.ts';

// After a walk a moderator decides something about its money. What the dialog says that each side gets is
// compared with the rows that are then booked.

/** The acts of a request that move money; by turns, so that all of them come in some walks. */
const ACTS = [
  ['refund', 'Refund'],
  ['split', 'Split'],
  ['money-back', 'Give All Money Back'],
  ['close-for-developer', 'Close for the Unblocker'],
  ['refund', 'Refund'],
  ['split', 'Split'],
  ['close-for-customer', 'Close for the Customer'],
  ['reopen', 'Return to the Open List'],
] as const;
const BOOKED = ['release', 'refund', 'split', 'case_refund', 'case_dispute'];

/** Decides what waits in the queues, and about the request; answers with what was foretold otherwise. */
export async function decideAfter(walked: Walked, page: Page, turn: number): Promise<string[]> {
  const { id, moderator } = walked;
  const wrongs: string[] = [];
  const inQueue = async (queue: 'payments' | 'disputes', act: string) => {
    await visit(page, paths.requestQueue(queue));
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: shortId(id) });
    await expect(card.first()).toBeVisible();
    wrongs.push(...wrongOnCard((await card.first().textContent()) ?? '', await readBooks(walked)));
    await decide(card.first().getByRole('button', { name: act, exact: true }));
  };
  /** Presses what opens a dialog, reads it, and decides. */
  const decide = async (opener: Locator) => {
    const [before, name] = [await readBooks(walked), await opener.textContent()];
    const told = await decideIn(page, opener, turn);
    const booked = bookedBetween(before, await readBooks(walked), walked);
    if (told.join(', ') !== booked.join(', '))
      wrongs.push(`${name} tells “${told.join(', ')}”, and books “${booked.join(', ')}”`);
  };

  const waiting = await waitingIn(walked);
  if (waiting.payments) await inQueue('payments', turn % 2 ? 'Pay It Back' : 'Let It Go On');
  if (waiting.disputes) await inQueue('disputes', 'Decide Who Bears It');
  await moderator.call('POST', `/api/moderation/tickets/${id}/take-in`, {
    reason: 'To decide it.',
  });
  await visit(page, paths.moderatedRequest(id));
  await expect(page.getByRole('heading', { level: 2, name: 'Money' })).toBeVisible();
  const allowed = await allowedFor(walked);
  const [act] = ACTS.map((_, index) => ACTS[(index + turn) % ACTS.length]).filter(
    (each) => each && allowed.includes(each[0]),
  );
  if (act) await decide(page.getByRole('button', { name: act[1], exact: true }).first());
  return wrongs;
}

/** What a moderator may do about the request and the parts of its plan. */
async function allowedFor({ moderator, id }: Walked): Promise<string[]> {
  const { body } = await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${id}`);
  const ofPlan = body.plan.map(
    ({ billing_status, released_cents, actions: { refund, ...actions } }) =>
      billing_status === 'released' && released_cents > 0 ? { ...actions, refund } : actions,
  );
  return [body.actions, ...ofPlan].flatMap((actions) =>
    Object.entries(actions).flatMap(([act, may]) => (may?.allowed ? [act] : [])),
  );
}

/** What of the request waits in the queues. */
async function waitingIn({ moderator, id }: Walked) {
  const has = async (path: string) => {
    const { body } = await moderator.call<{
      items: { ticket: { id: string } | null; actions: object }[];
    }>('GET', `/api/moderation/${path}`);
    return body.items.some(({ ticket, actions }) => {
      return ticket?.id === id && Object.values(actions).some(({ allowed }) => allowed);
    });
  };
  return {
    payments: await has('payments?limit=100'),
    disputes: await has('disputes?waiting=true&limit=100'),
  };
}

/** Fills the dialog in, and answers with what it says that each side gets. */
async function decideIn(page: Page, opener: Locator, turn: number): Promise<string[]> {
  await expect(opener).toBeEnabled();
  await opener.click({ timeout: 10_000 });
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel(/^(Released|Refunded)$/);
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeVisible();
  if (await amount.isVisible()) {
    // Odd cents, and a part of what there is.
    const start = centsOf(await amount.inputValue());
    await amount.fill(start > 0 ? (Math.round(start * 0.37) / 100).toFixed(2) : '3.35');
  }
  const bearer = dialog.getByLabel('Borne By');
  if (await bearer.isVisible()) await bearer.selectOption(turn % 2 ? 'developer' : 'platform');
  await reason.fill('Both sides were heard.');
  const preview = dialog.getByRole('status', { name: 'What each side gets' });
  await expect(preview).toHaveText(/\.$/);
  const told = toldIn((await preview.textContent()) ?? '');
  await dialog.locator('footer').getByRole('button').last().click();
  await expect(dialog).toBeHidden();
  return told;
}

const THEN = /Once its payment was looked at: (.*?)(?= \$[\d,.]+ stays held\.|$)/;
const SAID: [pattern: RegExp, as: (name: string, cents: number) => string][] = [
  [/(\w+) gets (\$[\d,.]*\d) back/g, (name, cents) => `${name} back ${cents}`],
  [/(\w+) gets (\$[\d,.]*\d)/g, (name, cents) => `${name} gets ${cents}`],
  [/(\w+) gives back (\$[\d,.]*\d)/g, (name, cents) => `${name} gets -${cents}`],
  [/(the fee) is (\$[\d,.]*\d)/g, (_, cents) => `fee ${cents}`],
  [/()(\$[\d,.]*\d) of the fee is given up/g, (_, cents) => `fee -${cents}`],
  [/(Unblock) bears (\$[\d,.]*\d)/g, (_, cents) => `borne ${cents}`],
  [/()(\$[\d,.]*\d) stays held/g, (_, cents) => `held ${cents}`],
];

/** 'Maya back 1000, fee 300, held 5000': what a dialog says, and what only comes later. */
function toldIn(words: string): string[] {
  const later = THEN.exec(words)?.[1] ?? '';
  return [
    ...saidIn(words.replace(THEN, '')),
    ...saidIn(later).map((each) => `then ${each}`),
  ].sort();
}

function saidIn(words: string): string[] {
  const said: string[] = [];
  let rest = words;
  for (const [pattern, as] of SAID)
    rest = rest.replace(pattern, (_, name: string, dollars: string) => {
      said.push(as(name, centsOf(dollars)));
      return '';
    });
  if (/\$/.test(rest)) said.push(rest.trim());
  return said;
}

/** The same of the rows of the ledger that were written in between. */
function bookedBetween(before: Books, after: Books, { customer, developers }: Walked): string[] {
  const known = new Set(before.lines.map(({ entry }) => entry));
  const lines = after.lines.filter(({ entry, kind }) => !known.has(entry) && BOOKED.includes(kind));
  const sum = (which: (line: (typeof lines)[number]) => boolean, of = lines) =>
    of.reduce((cents, line) => cents + (which(line) ? line.cents : 0), 0);
  const nameOf = (id: string | null) => (id === developers[0].id ? 'Ana' : 'Ben');
  const held = sum(({ account }) => account === 'held', after.lines);
  const people = developers.map(({ id }): [string, number] => [
    `${nameOf(id)} gets`,
    sum(({ account, owner }) => account === 'developer' && owner === id),
  ]);
  const now: [string, number][] = [
    ['Maya back', sum(({ account }) => account === 'refunds')],
    ...people,
    ['fee', sum(({ account }) => account === 'fees')],
    ['borne', -sum(({ account, cents }) => account === 'losses' && cents < 0)],
    ['held', held],
  ];
  const wasAwarded = new Map(before.lines.map(({ record, awarded }) => [record, awarded]));
  const records = [...new Map(after.lines.map((line) => [line.record, line])).values()];
  const then = records
    .filter(({ record, awarded }) => awarded !== null && wasAwarded.get(record) === null)
    .flatMap((line): [string, number][] => {
      const part = line.awarded ?? 0;
      const share = partsOf(line, part, { side: 'developer', id: line.holder ?? '' });
      return [
        ['then Maya back', partsOf(line, part, { side: 'customer', id: customer.id }).refunded],
        [`then ${nameOf(line.holder)} gets`, share.released],
        ['then fee', part - share.released],
      ];
    });
  return [...now, ...then]
    .filter(([, cents]) => cents !== 0)
    .map(([what, cents]) => `${what} ${cents}`)
    .sort();
}

/** A card of the payments or disputes says amounts of one payment of the request, and no others. */
function wrongOnCard(words: string, { lines, plan }: Books): string[] {
  const records = [...new Map(lines.map((line) => [line.record, line])).values()];
  const said = [...words.matchAll(/\$[\d,]+(?:\.\d\d)?/g)].map(([dollars]) => centsOf(dollars));
  const fits = records.some(({ charge, price, awarded, title }) => {
    const rate = plan.find((each) => each.title === title)?.rate ?? 0;
    const all = [charge, price - charge, rate, ...(awarded === null ? [] : [awarded])];
    return said[0] === charge && said.every((cents) => all.includes(cents));
  });
  return fits ? [] : [`a card says ${said.join(', ')} of ${JSON.stringify(records)}`];
}
