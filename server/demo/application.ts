import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ApplicationDraft } from '#domain/application.ts';
import { entryProjectFiles } from '../applications/entry-project.ts';
import { putVersion, readVersion } from '../applications/entry-version.ts';
import { columnsOf } from '../applications/own-application.ts';
import { zipStream } from '../code/zip-stream.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';

const EMAIL = 'priya@example.com';

const application: ApplicationDraft = {
  examples: [
    {
      title: 'A booking page that charged twice',
      url: 'https://example.com/bookings',
      text: 'Next.js and Stripe, from Lovable. The webhook had no memory of what it had seen, so a slow answer made a second charge. I made each event count once, wrote the test that had been missing, and refunded eleven people by a script that could be run twice.',
    },
    {
      title: 'Row level security of a school',
      url: 'https://example.com/school',
      text: 'Supabase policies that let each parent read all reports. I wrote down who may read what with the owner, then a test for each line of it, then the policies.',
    },
  ],
  categories: ['backend', 'web', 'infrastructure'],
  ai_tools: ['CLAUDE', 'CURSOR', 'LOVABLE'],
  time_zone: 'Asia/Kolkata',
  hours: 'Weekday mornings, some fifteen hours a week',
  proofs: [
    {
      check: 'totals',
      text: 'The discount was taken off each piece and rounded before it was multiplied. Now it is taken off the sum. The new test has the three croissants, and one that adds different things.',
    },
    {
      check: 'orders',
      text: 'Each order read the whole file, and wrote it back without what had come meanwhile. Now they wait for each other. I sent fifty at once with a loop of curl: fifty orders, numbers 1 to 50.',
    },
    {
      check: 'notes',
      text: 'The board put names and notes into the page as HTML. Now they are text. I tried <b>, &amp; and an image with an onerror: all of it stands there as typed.',
    },
  ],
};

/** What somebody on the waitlist has added to their entry, for unblockers to review. */
export async function addApplication(context: Context): Promise<void> {
  const local = path.join(context.files.incoming, randomUUID());
  try {
    await writeMended(local);
    const version = await readVersion(context, local);
    await change(context, async ({ tx }) => {
      const { id } = await tx
        .selectFrom('applications as a')
        .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
        .select('a.id')
        .where('w.email', '=', EMAIL)
        .executeTakeFirstOrThrow();
      await putVersion(tx, id, version);
      await tx
        .updateTable('applications')
        .set({ ...columnsOf(application), submitted_at: sql<Date>`now() - interval '6 hours'` })
        .where('id', '=', id)
        .execute();
    });
  } finally {
    await rm(local, { force: true });
  }
}

/** The project of the entry test, mended. */
async function writeMended(local: string): Promise<void> {
  const { files, read } = entryProjectFiles();
  const parts = files.map(({ path }) => ({
    path,
    content: async () => {
      const given = (await read(path)).toString();
      const mended = (mends[path] ?? []).reduce(
        (text, [was, is]) => text.replace(was, () => is),
        given,
      );
      return Buffer.from(mended);
    },
  }));
  await pipeline(zipStream(parts, new Date()), createWriteStream(local, { flags: 'wx' }));
}

/** What stands in a file, and what comes in its place. */
const mends: Record<string, [was: string, is: string][]> = {
  'lib/money.js': [
    [
      `    // The discount is taken off first, so that each price is a whole number of cents.
    total += withDiscount(cents, percent) * count;
`,
      `    total += cents * count;
`,
    ],
    [
      `  return total;
`,
      `  // Taken off once, so that it is rounded once.
  return withDiscount(total, percent);
`,
    ],
  ],
  'lib/store.js': [
    [
      `/** Keeps an order and gives it the next number. */
export async function add(order) {
`,
      `let last = Promise.resolve();

/** Keeps an order and gives it the next number. Of several at once each waits for the one before. */
export function add(order) {
  const kept = last.then(() => append(order));
  // The next one goes on, also after one that failed.
  last = kept.catch(() => undefined);
  return kept;
}

async function append(order) {
`,
    ],
  ],
  'public/board.js': [
    [
      `function orderHtml({ number, name, note, lines, totalCents }) {
  const items = lines.map((line) => \`<li>\${line.count} × \${line.name}</li>\`).join('');
  return \`<li class="order">
    <strong>\${number}. \${name}</strong>
    <ul>\${items}</ul>
    \${note ? \`<p class="note">\${note}</p>\` : ''}
    <span>\${dollars(totalCents)}</span>
  </li>\`;
}
`,
      `/** An element with children, of which texts stay texts. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function orderItem({ number, name, note, lines, totalCents }) {
  const items = lines.map((line) => element('li', '', \`\${line.count} × \${line.name}\`));
  return element(
    'li',
    'order',
    element('strong', '', \`\${number}. \${name}\`),
    element('ul', '', ...items),
    ...(note ? [element('p', 'note', note)] : []),
    element('span', '', dollars(totalCents)),
  );
}
`,
    ],
    [
      `  list.innerHTML = orders.reverse().map(orderHtml).join('');
`,
      `  list.replaceChildren(...orders.reverse().map(orderItem));
`,
    ],
  ],
  'test/money.test.js': [
    [
      `test('codes are found`,
      `test('a discount is taken off the sum, not off each piece', () => {
  assert.equal(totalOf([{ cents: 115, count: 3 }], 10), 311);
  assert.equal(totalOf([{ cents: 115, count: 1 }, { cents: 285, count: 1 }], 10), 360);
});

test('codes are found`,
    ],
  ],
};
