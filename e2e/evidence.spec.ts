import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { planTogether, press } from './plan.ts';
import { expect, test } from './server.ts';

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
