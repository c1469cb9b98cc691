import { caller, posted, uploaded } from './moderated-work.ts';
import { press } from './plan.ts';
import { expect, signInAt, test } from './server.ts';

test('what a customer is writing stays when an unblocker grabs the request meanwhile', async ({
  page,
  server,
}) => {
  const email = 'customer@example.com';
  const id = await posted(await caller(server, email), 'The cart forgets everything');
  await signInAt(page, `/dashboard/customer/plan/${id}`, email);
  await press(page, 'Edit Request');
  const edit = page.getByRole('dialog', { name: 'Edit Request' });
  const description = edit.getByLabel('Description');
  await description.fill('The cart forgets everything since Monday');

  const developer = await caller(server, 'developer@example.com');
  await developer(`/api/tickets/${id}/grab`);
  // The page behind it has heard of it.
  await expect(page.getByRole('button', { name: 'Edit Request', includeHidden: true })).toHaveCount(
    0,
  );
  await expect(description).toHaveValue('The cart forgets everything since Monday');

  // It is too late, which is said beside the text.
  await press(edit, 'Save Changes');
  await expect(edit.getByRole('alert')).toBeVisible();
  await expect(description).toHaveValue('The cart forgets everything since Monday');
  await press(edit, 'Cancel');
  await expect(edit).toBeHidden();
});

test('a change of a request stays when its form is closed by mistake, until it is saved or given up', async ({
  page,
  server,
}) => {
  const email = 'customer@example.com';
  const key = await uploaded(server, email, { name: 'map.txt', buffer: Buffer.from('a map') });
  const id = await posted(await caller(server, email), 'The map has no scale', [key]);
  await signInAt(page, `/dashboard/customer/plan/${id}`, email);
  const edit = page.getByRole('dialog', { name: 'Edit Request' });
  const description = edit.getByLabel('Description');
  await press(page, 'Edit Request');
  await description.fill('The map has no scale, and no north');
  await edit.getByLabel('Tech Stack').fill('Leaflet');
  const file = edit.getByRole('button', { name: 'Remove map.txt' });
  await file.click();
  await expect(file).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await press(page, 'Edit Request');
  await expect(description).toHaveValue('The map has no scale, and no north');
  await expect(edit.getByLabel('Tech Stack')).toHaveValue('Leaflet');
  await expect(file).toHaveCount(0);
  await press(edit, 'Cancel');
  await press(page, 'Edit Request');
  await expect(file).toBeVisible();
  await expect(description).toHaveValue('The map has no scale');

  // What was typed before another tab has saved something else does not take that back.
  await description.fill('Never mind the scale');
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await other.goto(`/dashboard/customer/plan/${id}`);
  await press(other, 'Edit Request');
  const there = other.getByRole('dialog', { name: 'Edit Request' });
  await there.getByLabel('Description').fill('The map has a scale now');
  await press(there, 'Save Changes');
  await expect(there).toBeHidden();
  await expect(page.getByText('The map has a scale now').first()).toBeVisible();
  await press(page, 'Edit Request');
  await expect(description).toHaveValue('The map has a scale now');
  await other.close();
});
