import { MAX_FILE_BYTES } from '../domain/file-rules.ts';
import { zipOf } from '../server/testing/write-zip.ts';
import { expectAccessible } from './axe.ts';
import { entry } from './code-deeds.ts';
import { losingAnswer } from './lost-answer.ts';
import { caller, grabbed, posted, uploaded } from './moderated-work.ts';
import { press } from './plan.ts';
import { enter, expect, findListed, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const LONG_NAME = 'the-bread-of-the-last-twelve-months-by-day-and-by-customer.test.tsx';
const KEY = `sk_live_${'51HqLyjWDarjtT1zdp7dcXc9Q'}`;

test('a project says what its request does not, and is on the card for whoever may take it, without its contents', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const call = await caller(server, CUSTOMER);
  const description = 'The bakery cannot take orders any more';
  const [{ id = '' }, developer] = await Promise.all([
    call('/api/tickets', { description, ai_tool: 'CHAT_GPT', budget: '$90' }),
    newPerson(),
  ]);
  await signInAt(customer, `/dashboard/customer/plan/${id}?tab=code`, CUSTOMER);

  // An address that leads nowhere fails with its reason, and the ways in are still there.
  const address = customer.getByLabel('Public Git Repository');
  await address.fill('https://localhost:9/bakery.git');
  await press(customer, 'Read Repository');
  await expect(customer.getByText('Only the ports 80, 443')).toBeVisible();
  await expect(address).toHaveValue('https://localhost:9/bakery.git');
  await address.fill('https://localhost:1025/bakery.git');
  await press(customer, 'Read Repository');
  await expect(customer.getByText('could not be read')).toBeVisible();
  const buffer = zipOf({
    'package.json': '{"dependencies":{"react":"19"},"devDependencies":{"lovable-tagger":"1"}}',
    'src/orders.tsx': 'export const Orders = () => null;\n',
    [LONG_NAME]: 'export {};\n',
    '.env': `STRIPE_SECRET_KEY=${KEY}\n`,
  });
  const zip = { name: 'bakery.zip', mimeType: 'application/zip', buffer };
  const archive = customer.getByLabel('Choose an Archive');
  await archive.setInputFiles({
    name: 'films.zip',
    mimeType: 'application/zip',
    buffer: Buffer.alloc(MAX_FILE_BYTES + 1),
  });
  await expect(customer.getByText('films.zip exceeds maximum allowed size of 20 MB')).toBeVisible();

  // It can be called off while it is on its way, and until it is taken.
  const never = () => undefined;
  await customer.route('**/files/upload', never);
  await archive.setInputFiles(zip);
  await expect(customer.getByText('Uploading bakery.zip').first()).toBeVisible();
  await press(customer, 'Cancel');
  await expect(archive).toBeVisible();
  await customer.unroute('**/files/upload', never);
  await customer.route('**/snapshots', (route) =>
    route.request().method() === 'POST' ? never() : route.continue(),
  );
  await archive.setInputFiles(zip);
  await expect(customer.getByText('Handing over bakery.zip')).toBeVisible();
  const takenBack = customer.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/api/files/'),
  );
  await press(customer, 'Cancel');
  expect((await takenBack).status()).toBe(204);
  await customer.unroute('**/snapshots');
  await archive.setInputFiles(zip);

  // A key holds it back until its owner has decided.
  await press(customer, 'Decide');
  const keys = customer.getByRole('dialog', { name: 'Keys or Passwords Found' });
  await expect(keys).toContainText('.env, line 1');
  await press(keys, 'Mask and Share');
  await expect(entry(customer, 'src')).toBeVisible();
  // A long name is cut, but never what kind of file it is.
  const ending = entry(customer, LONG_NAME).getByText('.test.tsx', { exact: true });
  const room = async () => {
    const [tree, shown] = await Promise.all([
      customer.getByRole('tree', { name: 'Project Files' }).boundingBox(),
      ending.boundingBox(),
    ]);
    return (tree?.x ?? 0) + (tree?.width ?? 0) - (shown?.x ?? 0) - (shown?.width ?? 0);
  };
  await expect.poll(room).toBeGreaterThan(0);
  const rotate = customer.getByRole('button', { name: 'Keys to replace' });
  await rotate.click();
  const masked = customer.getByRole('dialog', { name: 'Keys to Replace' });
  await expect(masked).toContainText('stripe');
  await expect(masked).toContainText('An archive of more than 32 MB in it was not looked through.');
  await customer.keyboard.press('Escape');
  await expect(rotate).toBeFocused();

  // What was left empty is offered, and filled in once its owner wants it.
  await press(customer, 'Fill In the Request');
  const form = customer.getByRole('dialog', { name: 'Edit Request' });
  const suggestion = form.getByRole('region', { name: 'Suggestion from your project' });
  await expect(suggestion).toContainText('React · Web · made with Lovable');
  await expect(form.getByLabel('Tech Stack')).toHaveValue('');
  await press(suggestion, 'Use It');
  await expect(suggestion).toBeHidden();
  await expect(form.getByLabel('Tech Stack')).toHaveValue('React');
  await press(form, 'Save Changes');
  await expect(form).toBeHidden();
  await expect(customer.getByRole('button', { name: 'Fill In the Request' })).toBeHidden();

  await signInAt(developer, '/dashboard/developer/available', 'developer@example.com');
  const card = developer.getByRole('listitem').filter({ hasText: description });
  await findListed(developer, card);
  const line = card.getByRole('button', { name: /^Project: 4 files/ });
  await line.click();
  const project = developer.getByRole('dialog', { name: 'Project' });
  await expect(project.getByText('Lovable', { exact: false }).first()).toBeVisible();
  await expect(entry(developer, 'package.json')).toBeVisible();
  await expect(project.getByText('Orders')).toBeHidden();
  await expectAccessible(developer, '[role=dialog]');
  await developer.keyboard.press('Escape');
  await expect(line).toBeFocused();
});

test('a moderator looks at the code of a request for help, and each file is written down', async ({
  page: moderator,
  server,
}) => {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, 'developer@example.com'),
  };
  const id = await grabbed(sides, 'The oven of my bakery does not start');
  const zip = { name: 'oven.zip', buffer: zipOf({ 'src/oven.ts': 'export const heat = 0;\n' }) };
  const file_key = await uploaded(server, CUSTOMER, zip);
  await sides.customer(`/api/tickets/${id}/snapshots`, { kind: 'project', file_key });
  await sides.customer(`/api/tickets/${id}/get-help`, { reason: 'other', text: 'Please look.' });
  await enter(moderator, 'moderator@example.com');
  // A version that is still read is its author's alone.
  await expect(async () => {
    await moderator.goto(`/moderation/requests/${id}`);
    await press(moderator, 'Look at the Code');
    await expect(entry(moderator, 'src')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await entry(moderator, 'src').click();
  await entry(moderator, 'oven.ts').click();
  await expect(moderator.getByRole('region', { name: 'Text of src/oven.ts' })).toContainText(
    'heat',
  );
  await expect(moderator.getByRole('button', { name: 'Add a Version' })).toBeHidden();
  await expectAccessible(moderator, 'main');
  await moderator.getByRole('link', { name: 'Audit Log' }).click();
  const log = moderator.getByRole('region', { name: 'Audit Log' });
  await expect(log.getByText('src/oven.ts, version 1').first()).toBeVisible();
});

test('what the AI tool tried stays when its dialog is closed by mistake, and is shared once', async ({
  page,
  server,
}) => {
  const id = await posted(await caller(server, CUSTOMER), 'The oven never gets warm');
  await signInAt(page, `/dashboard/customer/plan/${id}?tab=code`, CUSTOMER);
  await press(page, 'Add What Was Tried');
  const dialog = page.getByRole('dialog', { name: 'Add What Was Tried' });
  const words = 'User: the oven stays cold\n\nAssistant: turn it on';
  await dialog.getByLabel('Or Paste It').fill(words);
  await page.keyboard.press('Escape');
  await press(page, 'Add What Was Tried');
  await expect(dialog.getByLabel('Or Paste It')).toHaveValue(words);
  await losingAnswer(page, /\/attempts$/, () => press(dialog, 'Share'));
  await expect(dialog.getByRole('alert')).toContainText('network error');
  await page.keyboard.press('Escape');
  await press(page, 'Add What Was Tried');
  await press(dialog, 'Share');
  await expect(dialog).toBeHidden();
  const shared = page.getByRole('region', { name: 'What the AI Already Tried' });
  await expect(shared.getByRole('article')).toHaveCount(1);
  await press(page, 'Add What Was Tried');
  await expect(dialog.getByLabel('Or Paste It')).toHaveValue('');
});
