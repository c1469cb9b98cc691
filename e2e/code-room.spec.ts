import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '@playwright/test';
import { zipOf } from '../server/testing/write-zip.ts';
import { expectAccessible, expectAccessibleInEveryLook } from './axe.ts';
import {
  approve,
  codeTogether,
  entry,
  expectHandedBack,
  lookAtChanges,
  submitPatch,
  tab,
} from './code-deeds.ts';
import { paid } from './moderated-work.ts';
import { press } from './plan.ts';
import { packageSources, WorkingCopy } from './real-project.ts';
import { expect, test } from './server.ts';

test('a TypeScript project is shared, read, asked about, changed by a patch, approved and handed back', async ({
  page,
  newPerson,
  server,
}) => {
  const project = packageSources('eventsource-client');
  const source = String(project['src/client.ts']).split('\n');
  const line = source.findIndex((text) => text.includes('export function createEventSource')) + 1;
  const { customer, developer, sides, id, milestone } = await codeTogether(
    { page, newPerson, server },
    'The stream never reconnects',
    `The stream never reconnects\n\nTypeError: x is undefined\n    at createEventSource (https://stream.example.com/src/client.ts:${line}:9)`,
  );

  // In: the other side sees it come by itself.
  await expect(developer.getByText('The customer has not shared the project here.')).toBeVisible();
  const zip = { name: 'stream.zip', mimeType: 'application/zip', buffer: zipOf(project) };
  await customer.getByLabel('Choose an Archive').setInputFiles(zip);
  for (const side of [customer, developer]) await expect(entry(side, 'src')).toBeVisible();

  // Read: the error in the request leads to its line, and so does what is looked for.
  await tab(developer, 'Plan').click();
  await developer
    .getByRole('navigation', { name: 'Where the error points' })
    .getByRole('link', { name: `src/client.ts:${line}` })
    .click();
  await expect(developer).toHaveURL(new RegExp(`#L${line}$`));
  const chosen = developer.getByRole('button', { name: `Line ${line}`, exact: true });
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await entry(developer, 'constants.ts').click();
  await developer.getByLabel('Find in project').fill('export function createEventSource');
  const found = developer.getByRole('region', { name: 'Found in project' });
  await found
    .getByRole('button', { name: /createEventSource/ })
    .first()
    .click();
  await expect(developer).toHaveURL(new RegExp(`#L${line}$`));
  await developer
    .getByRole('button', { name: `Line ${line + 2}`, exact: true })
    .click({ modifiers: ['Shift'] });
  await expect(developer).toHaveURL(new RegExp(`#L${line}-L${line + 2}$`));
  await expectAccessibleInEveryLook(developer, 'main');
  await developer.setViewportSize({ width: 1280, height: 720 });

  // Asked about: the lines go along, and open at the same place for the other side.
  await press(developer, 'Ask about these lines');
  await expect(tab(developer, 'Discussion')).toHaveAttribute('aria-selected', 'true');
  await developer.getByLabel('Message', { exact: true }).fill('Is this where it begins?');
  await press(developer, 'Send');
  await tab(customer, 'Discussion').click();
  const asked = customer.getByRole('list', { name: 'Lines of the project' }).last();
  await expect(asked).toContainText('createEventSource');
  await asked.getByRole('link').click();
  await expect(customer).toHaveURL(new RegExp(`#L${line}-L${line + 2}$`));
  await expect(
    customer.getByRole('button', { name: `Line ${line + 1}`, exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');

  // A trace in an answer leads to its line, as the one in the request does.
  await tab(customer, 'Discussion').click();
  await customer
    .getByLabel('Message', { exact: true })
    .fill('Now it says:\n\n    at connect (/app/src/client.ts:5:3)');
  await press(customer, 'Send');
  await tab(developer, 'Discussion').click();
  await developer
    .getByRole('region', { name: 'Where the error points' })
    .getByRole('link', { name: 'src/client.ts:5' })
    .click();
  await expect(developer).toHaveURL(/#L5$/);

  // Changed, by a patch of the real git.
  using work = new WorkingCopy(project);
  work.write('src/constants.ts', `${work.read('src/constants.ts')}\nexport const RETRIES = 3;\n`);
  work.write('test/retries.test.ts', "import { RETRIES } from '../src/constants.ts';\n");
  await submitPatch(
    developer,
    {
      patch: work.patch(),
      says: /Version 2 goes along: 2 files changed/,
      mustKeep: 'Keep RETRIES in src/constants.ts.',
    },
    () => expectAccessible(developer, '[role=dialog]'),
  );

  // Before it is paid its customer sees names and counts, afterwards all of it.
  await lookAtChanges(customer, /2 files changed/);
  const changed = customer.getByRole('list', { name: 'Changed files' });
  await expect(changed.getByText('src/constants.ts')).toBeVisible();
  await expect(changed.getByText('RETRIES = 3')).toBeHidden();
  await paid(sides.customer, milestone);
  await expect(changed.getByText('RETRIES').first()).toBeVisible();
  await expect(changed.locator('.hljs-keyword').first()).toBeVisible();
  await expectAccessible(customer, 'main');
  // Pressed twice, what was pressed last stays, although the first press takes longer on its way.
  const viewed = changed.getByLabel('Viewed src/constants.ts');
  const isMark = (request: Request, now: boolean) =>
    request.url().endsWith('/viewed') && request.postDataJSON().viewed === now;
  await customer.route('**/viewed', async (route) => {
    if (isMark(route.request(), true)) await sleep(2000);
    return route.continue();
  });
  const marked = [true, false].map((now) =>
    customer.waitForEvent('requestfinished', (request) => isMark(request, now)),
  );
  await viewed.check();
  await viewed.uncheck();
  await Promise.all(marked);
  await customer.unroute('**/viewed');
  await customer.reload();
  await expect(viewed).not.toBeChecked();
  // Both lost, it is what it was.
  await customer.route('**/viewed', async (route) => {
    await sleep(500);
    return route.abort();
  });
  await viewed.check();
  await viewed.uncheck();
  await expect(customer.getByRole('alert').filter({ hasText: 'network error' })).toHaveCount(2);
  await expect(viewed).not.toBeChecked();
  await customer.unroute('**/viewed');
  await viewed.check();
  await expect(customer.getByText('1 of 2 viewed')).toBeVisible();

  // Beside the thread both stand with their place in the code room.
  await developer.goto(`/discussions/${id}`);
  const beside = developer.getByRole('complementary', { name: 'Request' });
  await expect(beside.getByRole('link', { name: 'Version 2, delivered' })).toBeVisible();
  await beside.getByRole('link', { name: 'Version 1, as it stands' }).click();
  await expect(entry(developer, 'src')).toBeVisible();

  // Approved: it is the project now, and comes back as a patch that fits on the customer's own copy.
  await approve(customer);
  await expectHandedBack(customer, id, { before: project, after: work.files() });
});
