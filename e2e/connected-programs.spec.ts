import type { Client } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { editor } from './editor.ts';
import { losingAnswer } from './lost-answer.ts';
import { expect, test } from './server.ts';
import { fillSignIn } from './sign-in.ts';
import { webEditor } from './web-editor.ts';

test('an editor finds its way in, is let in by its person, works, and is disconnected', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  const program = await editor(server);
  const address = await program.begin();
  expect(address).toContain(`${server.url}/oauth/authorize`);

  // Signed out: sign in first, and come back to the question.
  const shown = await page.goto(address);
  // No page of another site can put it under a person's finger.
  expect(shown?.headers()).toMatchObject({
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  await expect(page.getByRole('dialog').getByText('Sign in to connect a program.')).toBeVisible();
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Connect a Program' })).toBeVisible();
  await expect(page.getByText('Stuck <b>Editor</b>')).toBeVisible();
  await expect(page.getByText(/^http:\/\/127\.0\.0\.1:\d+$/)).toBeVisible();
  await expect(page.getByText('a program on this computer')).toBeVisible();
  await expect(page.getByRole('list', { name: 'It may' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the editor' })).toBeVisible();

  await program.finish(await program.back);
  const listed = await program.client.callTool({ name: 'list_requests', arguments: {} });
  expect(listed.structuredContent).toEqual({ requests: [], earlier: null });

  await postsDraft(page, program.client);

  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Connected Programs' });
  const row = section.getByRole('listitem').filter({ hasText: 'Stuck <b>Editor</b>' });
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Program' });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(section.getByText('No program is connected.')).toBeVisible();
  // The first call after it.
  await expect(program.client.callTool({ name: 'list_requests', arguments: {} })).rejects.toThrow();
  await server.mail(email, /program was connected/);
  await program.close();
});

/** The editor drafts a request with a file; its person opens it in the form, names a budget and posts it. */
async function postsDraft(page: Page, client: Client): Promise<void> {
  const { structuredContent } = await client.callTool({
    name: 'draft_request',
    arguments: {
      problem: 'The login ends after a reload',
      error: 'AuthError: no session',
      ai_tool: 'CURSOR',
      files: [{ name: 'login.ts', text: 'export const days = 1;\n' }],
    },
  });
  // Another request that was begun here, with a file, gives way to it as a whole.
  await page.goto('/dashboard/customer');
  await page.getByRole('button', { name: 'New Request' }).click();
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill('The logo is blurred');
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await form.getByLabel('Files').setInputFiles(logo);
  await expect(form.getByText('logo.svg')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto((structuredContent as { link: string }).link);
  const draft = page.getByRole('dialog', { name: 'Draft from Your Program' });
  await expect(draft.getByText('The login ends after a reload')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  const take = draft.getByRole('button', { name: 'Open in the Form' });
  await losingAnswer(page, /\/api\/drafts\//, () => take.click(), 'DELETE');
  await expect(draft.getByRole('alert')).toContainText('network error');
  await take.click();
  await expect(form.getByLabel('Description')).toHaveValue(/AuthError: no session/);
  await expect(form.getByText('login.ts')).toBeVisible();
  await expect(form.getByText('logo.svg')).toHaveCount(0);
  await form.getByLabel('Budget', { exact: true }).fill('$100');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('dialog', { name: 'Request Submitted' })).toBeVisible();
  const { structuredContent: listed } = await client.callTool({
    name: 'list_requests',
    arguments: {},
  });
  expect(listed).toMatchObject({ requests: [{ ai_tool: 'CURSOR', my_turn: false }] });
}

test('a person who says no is sent back, and nothing is connected', async ({ page, server }) => {
  const email = await newCustomer(server);
  const program = await editor(server);
  await page.goto(await program.begin());
  await fillSignIn(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the editor' })).toBeVisible();
  expect((await program.back).get('error')).toBe('access_denied');
  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Connected Programs' });
  await expect(section.getByText('No program is connected.')).toBeVisible();
  await program.close();
});

test('an editor that is a page of another site is let in, works, and reaches nothing else', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  const editor = await webEditor(server);
  await page.goto(editor.address);
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByText('Web Editor')).toBeVisible();
  await expect(page.getByText(editor.address)).toBeVisible();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Web Editor' })).toBeVisible();
  const said = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(said('Tools:')).toContainText('list_requests, ');
  await expect(said('Requests:')).toContainText('{"requests":[],"earlier":null}');
  await expect(said('Limit:')).toContainText(/"program";r=\d+;t=\d+/);
  await expect(said('Blocked:')).toHaveText('Blocked: true, true, true, true');
  await expect(said('Revoked:')).toHaveText('Revoked: 200');
  await expect(said('After it:')).toHaveText(/^After it: 401, Bearer resource_metadata=/);
  editor.close();
});
