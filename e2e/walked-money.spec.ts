import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { PASSWORD } from './account-people.ts';
import { inDatabase } from './database.ts';
import { lostPayment, someWalks, take } from './money-walk.ts';
import { enter, expect, type RealServer, test, visit } from './server.ts';
import { type Rule, type Told, toldOn, wrongIn } from './told-money.ts';
import { decideAfter } from './walked-decisions.ts';
import { type Reader, readBooks } from './walked-ledger.ts';
import { mailRules, type Screen, screensOf } from './walked-screens.ts';

// Random walks of a request by real calls; after the ending of each, all screens and mails about its money are
// read as they are drawn, and compared with the rows of the ledger. Always the same nine; `EXITS=all` takes
// others for an hour. `SEED=… WALKS=… FIRST=…` repeats the one that a failure names.

const MORE = process.env.EXITS === 'all';
const SEED = Number(process.env.SEED ?? (MORE ? Date.now() % 2 ** 31 : 2026));
const WALKS = Number(process.env.WALKS ?? (MORE ? 200 : 8));
const FIRST = Number(process.env.FIRST ?? 0);

test('after random walks all screens say of the money what the ledger says', async ({
  page,
  newPerson,
  server,
}) => {
  test.setTimeout(MORE ? 3_600_000 : 300_000);
  const pages = [await newPerson(), await newPerson(), await newPerson()];
  await enter(page, 'moderator@example.com');
  await page.goto('/moderation');
  for (const [number, walk] of [...someWalks(SEED, WALKS), lostPayment].entries()) {
    if (number < FIRST) continue;
    const steps = walk.steps.map(({ does, which }) => `${does} ${which}`).join(', ');
    const name = `SEED=${SEED}, walk ${number}: ${JSON.stringify(walk.plan)} ${steps}`;
    await test.step(name, async () => {
      const walked = await take(walk, server);
      const books = await readBooks(walked);
      const read = async (its: Page, reader: Reader) => {
        const wrongs: string[] = [];
        for (const screen of screensOf(reader, walked, books))
          wrongs.push(...(await wrongOn(its, screen)));
        return wrongs;
      };
      const people = [walked.customer, ...walked.developers];
      const wrongs = await Promise.all(
        people.map(async ({ email, id }, index) => {
          const side = index === 0 ? 'customer' : 'developer';
          const its = pages[index] as Page;
          await enter(its, email, PASSWORD);
          await its.goto(`/dashboard/${side}`);
          await expect(its.getByRole('heading', { level: 1 })).toBeVisible();
          const reader = { side, id } as const;
          const wrongs = [
            ...(await read(its, reader)),
            ...(await mailed(server, email, mailRules(reader, walked, books))),
          ];
          return wrongs.map((wrong) => `${email.split('-')[0]} ${wrong}`);
        }),
      );
      wrongs.push(await read(page, { side: 'moderator', id: '' }));
      wrongs.push(await decideAfter(walked, page, number));
      expect.soft(wrongs.flat(), name).toEqual([]);
    });
  }
});

async function wrongOn(page: Page, { path, open, rules }: Screen): Promise<string[]> {
  await visit(page, path);
  await open(page);
  const until = Date.now() + 30_000;
  for (;;) {
    const wrongs = wrongIn(await toldOn(page), rules);
    if (wrongs.length === 0 || Date.now() > until)
      return wrongs.map((wrong) => `${path}: ${wrong}`);
    await page.waitForTimeout(100);
  }
}

/** What is wrong in the mails to somebody, once all have come. */
async function mailed(server: RealServer, email: string, rules: Rule[]): Promise<string[]> {
  await expect
    .poll(() =>
      inDatabase(server, async ({ db }) => {
        const { rows } =
          await sql`select from mails where recipient = ${email} and words is not null`.execute(db);
        return rows.length;
      }),
    )
    .toBe(0);
  const told = (await server.mails(email)).flatMap(({ subject, text }): Told[] => [
    { at: 'Subject', of: subject, words: subject },
    ...text.split(/\n+/).map((words) => ({ at: 'Text', of: subject, words })),
  ]);
  const withAmounts = told.filter(({ words }) => /\$\d/.test(words));
  return wrongIn(withAmounts, rules).map((wrong) => `by mail: ${wrong}`);
}
