import { caller, posted } from './moderated-work.ts';
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
