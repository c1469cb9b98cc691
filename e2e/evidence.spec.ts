import { readFileSync } from 'node:fs';
import { signInByCall } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { caller, paid, started, uploaded } from './moderated-work.ts';
import { planTogether, press } from './plan.ts';
import { expect, type RealServer, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The only check of a request whose plan has one. */
async function checkOf(server: RealServer, ticketId: string): Promise<string> {
  const token = await signInByCall(server, DEVELOPER, 'unblock-demo');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/tickets/${ticketId}/milestones`, { headers });
  const { items } = (await answer.json()) as { items: { checks: { id: string }[] }[] };
  return items[0]?.checks[0]?.id ?? '';
}

test('both sides save the evidence file, and anybody sees whether it is whole', async ({
  page,
  newPerson,
  server,
}, info) => {
  const { customer, developer } = await planTogether(
    { page, newPerson, server },
    'The basket is empty after a reload',
  );
  const saved: string[] = [];
  for (const side of [customer, developer]) {
    const download = side.waitForEvent('download');
    await press(side, 'Evidence File');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^evidence-\w{6}\.json$/);
    saved.push(await file.path());
  }
  const paper = customer.waitForEvent('download');
  await press(customer, 'PDF');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);

  await customer.goto('/verify');
  const choose = customer.getByLabel('Evidence file', { exact: true });
  await expect(choose).toBeEnabled();
  await choose.setInputFiles(saved[1] ?? '');
  await expect(customer.getByText('This evidence file is whole.')).toBeVisible();
  await expect(customer.getByRole('list', { name: 'What it holds' })).toContainText('Steps: ');
  await expectAccessible(customer);
  await customer.screenshot({ path: info.outputPath('whole.png'), fullPage: true });

  const altered = readFileSync(saved[0] ?? '', 'utf8').replace(
    '"request_grabbed"',
    '"request_grubbed"',
  );
  await choose.setInputFiles({
    name: 'altered.json',
    mimeType: 'application/json',
    buffer: Buffer.from(altered),
  });
  await expect(customer.getByText('This evidence file is not whole.')).toBeVisible();
  await expect(customer.getByRole('list', { name: 'What is wrong' })).toContainText(
    /What entry \d+ says was altered\./,
  );
  await customer.screenshot({ path: info.outputPath('altered.png'), fullPage: true });
});

test('a moderator who looks into a request reads what was shown for each check, and what was said of it', async ({
  page,
  server,
}) => {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  const [id, milestone] = await started(sides, 'The basket forgets its things');
  const key = await uploaded(server, DEVELOPER, {
    name: 'basket.png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  const check_id = await checkOf(server, id);
  await sides.developer(`/api/milestones/${milestone}/submit`, {
    message: 'Please look.',
    evidence: [{ check_id, text: 'It stays **full**.', file_keys: [key] }],
  });
  await paid(sides.customer, milestone);
  await sides.customer(`/api/milestones/${milestone}/reject`, {
    feedback: 'Not here.',
    checks: [{ check_id, passed: false, note: 'Mine is empty.' }],
  });
  await sides.customer(`/api/tickets/${id}/get-help`, { reason: 'quality', text: 'Please look.' });
  await signInAt(page, `/moderation/requests/${id}`, 'moderator@example.com');
  const round = page.getByRole('list', { name: 'Checks of delivery 1' });
  await expect(round).toContainText('Does not work:');
  await expect(round).toContainText('It stays full.');
  await expect(round).toContainText('Mine is empty.');
  await expect(round).toContainText('Files: basket.png');
  await press(page, 'Look at the Files');
  await round.getByRole('button', { name: 'View basket.png' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});
