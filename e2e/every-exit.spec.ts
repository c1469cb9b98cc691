import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { formatCents } from '../domain/money.ts';
import { shortId } from '../domain/ticket-words.ts';
import { inDatabase } from './database.ts';
import {
  BUTTONS,
  type DeedName,
  deeds,
  everyWalkFrom,
  exits,
  groups,
  IVAN,
  type Job,
  NOBODY_ANSWERS,
  type People,
  type Press,
  type State,
  WHO,
  type Who,
} from './exits.ts';
import { type Booked, earningsOf, inLedger, paidRecords } from './ledger.ts';
import { caller } from './moderated-work.ts';
import { letWeeksPass } from './pass-weeks.ts';
import { press } from './plan.ts';
import { enter, expect, type RealServer, signInAt, test, visit } from './server.ts';

// Three people in three browsers leave a request by their buttons, from every state, with money held and
// not. Each screen offers the exits of its state and no others, and says of the money what the ledger says;
// once a request was left, so do the thread's panel, the cards, the receipt and Earnings.
// Here each state is left in one way; `EXITS=all` leaves each state in every way, a request for each, which
// takes a quarter of an hour. By calls server/tickets/every-exit.test.ts does so in seconds.

const ALL = process.env.EXITS === 'all';
const WHY = 'It is looked at no more.';

for (const [when, states] of Object.entries(groups))
  test(`${when}, three people leave by their buttons, and all screens say what the ledger says`, async ({
    page: maya,
    newPerson,
    server,
  }) => {
    if (ALL) test.setTimeout(30 * 60_000);
    const screens: Screens = { maya, ana: await newPerson(), sam: await newPerson() };
    const by = await people(server);
    for (const who of ['maya', 'ana'] as const) await signInAt(screens[who], '/help', address(who));
    await enter(screens.sam, address('sam'));
    for (const [name, state] of Object.entries(states))
      for (const walk of ALL ? everyWalkFrom(state) : [state.walk])
        await test.step(`a request that is ${name}: ${walk.join(', ')}`, async () => {
          if (ALL) await forgetLimits(server);
          const title = `It breaks: ${when}, ${name}`;
          const job = await walkTo(state.way, { server, by, title });
          await leaveBy(walk, { screens, job, state });
          await expectTrueElsewhere(screens, job);
          if (ALL) await close(job);
          else {
            await visit(maya, `/dashboard/customer/plan/${job.id}`);
            await expect(maya.getByText(state.ends).first()).toBeVisible();
          }
        });
  });

type Screens = Record<Who, Page>;
const address = (who: Who) => `${WHO[who]}@example.com`;
const moderated = ({ id }: Job) => `/moderation/requests/${id}`;

interface Leaving {
  screens: Screens;
  job: Job;
  state: State;
}

async function leaveBy(walk: State['walk'], { screens, job, state }: Leaving): Promise<void> {
  await visit(screens.maya, `/dashboard/customer/plan/${job.id}`);
  await visit(screens.ana, `/dashboard/developer/plan/${job.id}`);
  await expectTrueWords(screens, job);
  for (const who of Object.keys(WHO) as Who[])
    await expect.poll(() => offeredOn(screens[who]), who).toEqual(state.offers[who]);
  for (const exit of walk)
    await test.step(exit, async () => {
      if (exit !== NOBODY_ANSWERS) await leave(screens, exits[exit]);
      else await letAWeekPass(screens, job);
      await expectTrueWords(screens, job);
    });
}

/** Whoever gave back many requests in a day takes no others: here one person leaves them all. */
function forgetLimits(server: RealServer) {
  return inDatabase(server, ({ db }) => sql`delete from rate_limits`.execute(db));
}

/** Ana may have three requests reserved, also while moderators have them. */
async function close({ server, by, id }: Job): Promise<void> {
  const ticket = await inDatabase(server, ({ db }) =>
    db
      .selectFrom('tickets')
      .select(['status', 'reserved_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  const decide = (what: string) => by.sam(`/api/moderation/tickets/${id}/${what}`, { reason: WHY });
  if (ticket.reserved_until !== null) await decide('take-in');
  if (ticket.reserved_until !== null || ticket.status === 'REQUIRES_MOD_ASSISTANCE')
    await decide('close-for-customer');
}

async function people(server: RealServer): Promise<People> {
  const all = [address('maya'), address('ana'), address('sam'), IVAN];
  const [maya, ana, sam, ivan] = await Promise.all(all.map((email) => caller(server, email)));
  if (!maya || !ana || !sam || !ivan) throw new Error('somebody is missing');
  return { maya, ana, sam, ivan };
}

async function walkTo(
  way: readonly DeedName[],
  { title, ...about }: Pick<Job, 'server' | 'by'> & { title: string },
): Promise<Job> {
  const { maya, ana, ivan } = about.by;
  const { id = '' } = await maya('/api/tickets', {
    description: title,
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
  });
  const developer = way.includes('hand over') ? ivan : ana;
  const job: Job = { ...about, developer, id, milestone: '' };
  for (const deed of way) await deeds[deed](job);
  return job;
}

function offeredOn(page: Page): Promise<string[]> {
  return page
    .locator('main button:enabled')
    .allInnerTexts()
    .then((words) => words.filter((each) => BUTTONS.has(each)).sort());
}

async function leave(screens: Screens, exit: Press): Promise<void> {
  const { by, button, dialog: title = button, fields = {}, act = button } = exit;
  const page = screens[by];
  await press(page.getByRole('main'), button);
  if (title === null) return;
  const dialog = page.getByRole('dialog', { name: title });
  for (const [label, words] of Object.entries(fields)) {
    const field = dialog.getByLabel(label);
    const isChosen = await field.evaluate(({ tagName }) => tagName === 'SELECT');
    await (isChosen ? field.selectOption(words) : field.fill(words));
  }
  await press(dialog, act);
  await expect(dialog).toBeHidden();
}

async function letAWeekPass({ maya }: Screens, { server, id }: Job): Promise<void> {
  await letWeeksPass(server, 1, id);
  await expect(maya.getByText('Waiting for a moderator to look into it').first()).toBeVisible();
}

interface Places {
  held: number;
  released: number;
  refunded: number;
}

/** The ledger in the terms of each: what Maya paid, Ana's part, and prices. */
function termsOf({ charged, share, earned, fees, back, unblocker, ...at }: Booked) {
  const sam = { held: at.held, released: earned + fees, refunded: back };
  const hers = { held: share, released: earned, refunded: back };
  return {
    maya: { ...sam, released: at.held > 0 ? 0 : charged - back },
    // Who has lost it, or only looks for one, has no money in it.
    ana: unblocker === address('ana') ? hers : { held: 0, released: 0, refunded: 0 },
    sam,
  } satisfies Record<Who, Places>;
}

/** All three screens say of the money what the ledger says. */
async function expectTrueWords(screens: Screens, job: Job): Promise<void> {
  // What moderators look at is not read anew by itself: each look is written down.
  await screens.sam.goto(moderated(job));
  await expect(async () => {
    const booked = await inLedger(job.server, job.id);
    const terms = termsOf(booked);
    for (const who of Object.keys(WHO) as Who[]) {
      const said = await moneyOn(screens[who]);
      expect(said.rows, who).toEqual(terms[who]);
      expect(wrongWords(said.text, terms[who], booked), who).toEqual([]);
    }
  }).toPass({ timeout: 60_000 });
}

/** The other screens with its money: beside the thread, on cards, on the receipt, and in Earnings. */
async function expectTrueElsewhere({ maya, ana }: Screens, { server, id }: Job): Promise<void> {
  const booked = await inLedger(server, id);
  // Nothing was ever paid.
  if (booked.charged === 0) return;
  const terms = termsOf(booked);
  const number = `#${shortId(id)}`;
  const isAnas = booked.unblocker === address('ana');
  for (const [page, dashboard, mine, isTheirs] of [
    [maya, '/dashboard/customer', terms.maya, true],
    [ana, '/dashboard/developer', terms.ana, isAnas],
  ] as const) {
    // Who has lost it may be led to another discussion, with other money.
    if (isTheirs) {
      await visit(page, `/discussions/${id}`);
      await expect
        .poll(() => moneyOn(page).then(({ rows }) => rows), `beside the thread, ${dashboard}`)
        .toEqual(mine);
    }
    await visit(page, dashboard);
    await expect(page.getByRole('main').locator('li').first()).toBeVisible();
    const cards = page.getByRole('main').locator('li').filter({ hasText: number });
    // Those that were drawn before may still stand for a moment.
    await expect
      .poll(async () =>
        (await cards.allInnerTexts()).flatMap((text) => wrongWords(text, mine, booked)),
      )
      .toEqual([]);
  }

  for (const record of await paidRecords(server, id)) {
    await visit(maya, `/dashboard/customer/receipt/${record}`);
    const heading = maya.getByRole('heading', { level: 1, name: /^Receipt/ });
    await expect(heading).toBeVisible();
    const isSo = Object.entries(terms.maya).flatMap(([place, cents]) =>
      cents > 0 ? [`${place} ${cents}`] : [],
    );
    await expect
      .poll(
        async () => saidIn((await maya.getByRole('article').allInnerTexts()).join()),
        'the receipt',
      )
      .toEqual(isSo);
  }

  const earned = await earningsOf(server, id, address('ana'));
  await visit(ana, '/dashboard/developer/earnings');
  const entries = ana.getByRole('table', { name: 'Every Entry' });
  await expect(ana.getByText('Paid by customers, and not released to you yet.')).toBeVisible();
  await expect
    .poll(async () => {
      const rows = entries.getByRole('row').filter({ hasText: number });
      const amounts = await rows.evaluateAll((all) =>
        all.map((row) => row.lastElementChild?.textContent),
      );
      return amounts.reduce((sum, amount) => sum + centsOf(amount ?? ''), 0);
    }, 'the entries of Earnings')
    .toBe(earned.entries);
  const held = ana.locator('main dl div', { has: ana.getByText('Held', { exact: true }) }).first();
  await expect(held).toContainText(formatCents(earned.held));
}

/** The rows of a screen's Money, in cents, and all its words but those of what was once. */
function moneyOn(page: Page): Promise<{ rows: Places; text: string }> {
  return page.locator('main').evaluate((main) => {
    const rows = { held: 0, released: 0, refunded: 0 };
    const terms = ':is([aria-labelledby=money], [aria-labelledby=brief-money]) dt:not(ol dt)';
    for (const term of main.querySelectorAll(terms)) {
      const [place = ''] = (term.textContent ?? '').toLowerCase().split(' ');
      const dollars = term.nextElementSibling?.textContent ?? '';
      if (place in rows)
        rows[place as keyof typeof rows] = Math.round(Number(dollars.replace(/[$,]/g, '')) * 100);
    }
    const now = main.cloneNode(true) as HTMLElement;
    for (const past of now.querySelectorAll(
      '[aria-labelledby=history], [aria-labelledby=money] ol',
    ))
      past.remove();
    return { rows, text: now.textContent ?? '' };
  });
}

/** What is said elsewhere on a screen of money that is held, released or refunded, and is not so. */
function wrongWords(text: string, terms: Places, booked: Booked): string[] {
  const isSo = [
    ...[terms.held, booked.held].map((cents) => `held ${cents}`),
    ...[terms.released, booked.earned + booked.fees].map((cents) => `released ${cents}`),
    `refunded ${booked.back}`,
  ];
  return saidIn(text).filter((each) => !isSo.includes(each));
}

/** 'held 10000', for each of such words in a text. */
function saidIn(text: string): string[] {
  return [...text.matchAll(SAID)].map(
    ([, before, place = 'held', after]) =>
      `${place.replace(/^(?:stays|is) /, '')} ${centsOf(before ?? after ?? '')}`,
  );
}

function centsOf(dollars: string): number {
  const cents = Math.round(Number(dollars.replace(/[^\d.]/g, '')) * 100);
  return /^[−-]/.test(dollars) ? -cents : cents;
}

/** "$40.00 released", "$100.00 stays held", "Held $100.00". */
const SAID = /\$([\d,]+\.\d\d) (released|refunded|(?:stays |is )held)|\bHeld\s*\$([\d,]+\.\d\d)/g;
