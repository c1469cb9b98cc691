import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ended, Machine, SHOWN_CODE, said } from '../cli/testing.ts';
import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { editor } from './editor.ts';
import { type Caller, caller, paid } from './moderated-work.ts';
import { expect, type RealServer, signInByModal, test } from './server.ts';
import { fillSignIn } from './sign-in.ts';

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const LOGIN = `const token = '${KEY}';\nexport const days = 1;\n`;

/** Signs a machine in by the code that it shows, on the page where a person types it. */
async function signInByCode(machine: Machine, page: Page): Promise<void> {
  const child = await machine.start(['login', '--no-browser']);
  const code = await said(child, SHOWN_CODE);
  await page.goto('/connect');
  await page.getByLabel('Code').fill('BCDF');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please type the eight letters')).toBeVisible();
  await page.getByLabel('Code').fill('BCDF-GHJK');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No program shows this code.')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Unblock CLI')).toBeVisible();
  await expect(page.getByText('If somebody sent you the code, deny it')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Allowed. You can go back to your program')).toBeVisible();
  expect(await ended(child)).toMatchObject({ code: 0 });
}

/** Opens the draft of a program in the form, and posts it. */
async function postDraft(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const draft = page.getByRole('dialog', { name: 'Draft from Your Program' });
  await expect(draft.getByText('shop.zip')).toBeVisible();
  await draft.getByRole('button', { name: 'Open in the Form' }).click();
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  await expect(form.getByRole('list', { name: 'Project' })).toContainText('shop.zip');
  await expect(form.getByRole('list', { name: 'What Your AI Tool Tried' })).toContainText(
    'session.jsonl',
  );
  await expectAccessibleInEveryLook(page);
  await form.getByLabel('Budget', { exact: true }).fill('$100');
  await form.getByRole('checkbox', { name: 'Web' }).check();
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('dialog', { name: 'Request Submitted' })).toBeVisible();
}

/** Grabs a request and has a plan agreed on; answers with its one milestone, which is begun. */
async function agreeOnPlan(sides: Record<'customer' | 'developer', Caller>, id: string) {
  await sides.developer(`/api/tickets/${id}/grab`);
  const plan = { title: 'Mend', description: 'The login', hours: 2, minutes: 0, hourly_rate: 50 };
  const { id: milestone = '' } = await sides.developer(`/api/tickets/${id}/milestones`, plan);
  await sides.developer(`/api/tickets/${id}/submit-plan`);
  await sides.customer(`/api/tickets/${id}/approve-plan`);
  await sides.developer(`/api/milestones/${milestone}/start`);
  return milestone;
}

test('from a folder to a patch that fits: asked, posted, delivered, fetched and applied', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await signInByModal(page, email, PASSWORD);
  const machine = new Machine(server.url);
  await signInByCode(machine, page);
  const folder = await machine.folder('shop', {
    'package.json': '{ "name": "shop" }\n',
    'src/login.ts': LOGIN,
    'session.jsonl':
      '{"role":"user","content":"Make the login last"}\n{"role":"assistant","content":"Done"}\n',
    '.gitignore': 'session.jsonl\n',
  });
  const session = path.join(folder, 'session.jsonl');
  const about = ['-p', 'The basket is lost after a sign-in', '-t', 'Cursor', '--session', session];
  const { link } = await machine.json<{ link: string }>(['ask', folder, ...about, '--yes']);
  await postDraft(page, link);

  type Listed = { requests: { id: string; short_id: string }[] };
  const { requests } = await machine.json<Listed>(['status']);
  const { id = '', short_id: short = '' } = requests[0] ?? {};
  await page.goto(`/dashboard/customer/plan/${id}?tab=code`);
  await page.getByRole('treeitem', { name: 'src', exact: true }).click();
  await page.getByRole('treeitem', { name: 'login.ts', exact: true }).click();
  const masked = page.getByText(/\{\{SECRET:github:\d{12}\}\}/);
  await expect(masked).toBeVisible();
  const [placeholder = ''] = /\{\{.*\}\}/.exec((await masked.textContent()) ?? '') ?? [];
  await expect(page.getByText('Make the login last')).toBeVisible();

  const sides = {
    customer: await caller(server, email, PASSWORD),
    developer: await caller(server, 'developer@example.com'),
  };
  const milestone = await agreeOnPlan(sides, id);
  const desk = new Machine(server.url);
  const { token = '' } = await sides.developer('/api/me/tokens', {
    name: 'Desk',
    scopes: ['write'],
  });
  const env = { UNBLOCK_TOKEN: token };
  const work = await desk.folder('work', {
    'package.json': '{ "name": "shop" }\n',
    'src/login.ts': LOGIN.replace(KEY, placeholder),
  });
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: work,
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'As it came');
  const login = path.join(work, 'src/login.ts');
  await writeFile(login, (await readFile(login, 'utf8')).replace('days = 1', 'days = 30'));
  const delivered = ['deliver', short, '-m', 'It lasts for a month.', '--yes'];
  expect(await desk.json(delivered, { env, cwd: work })).toMatchObject({ submitted: true });
  await paid(sides.customer, milestone);

  await fetchesByEditor(page, server, { id, work });
  expect(await machine.json(['pull', '--yes'], { cwd: folder })).toMatchObject({ applied: true });
  expect(await readFile(path.join(folder, 'src/login.ts'), 'utf8')).toBe(
    LOGIN.replace('days = 1', 'days = 30'),
  );

  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Connected Programs' });
  const row = section.getByRole('listitem').filter({ hasText: 'Unblock CLI' });
  await expect(row).toContainText('Let in by a code.');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Program' });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  expect(await machine.run(['status'])).toMatchObject({ code: 3 });
});

interface Fetched {
  id: string;
  /** The unblocker's repository, whose last commit is the project as it came. */
  work: string;
}

/** Another program of the customer, from zero by the official client: `git apply` takes what it fetches. */
async function fetchesByEditor(page: Page, server: RealServer, { id, work }: Fetched) {
  const program = await editor(server);
  await page.goto(await program.begin());
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back in the editor' })).toBeVisible();
  await program.finish(await program.back);
  const listed = await program.client.callTool({
    name: 'list_versions',
    arguments: { request_id: id },
  });
  const { versions } = listed.structuredContent as { versions: { id: string; kind: string }[] };
  const delivery = versions.find(({ kind }) => kind === 'delivery');
  const read = await program.client.callTool({
    name: 'read_delivery',
    arguments: { version_id: delivery?.id },
  });
  const { patch } = read.structuredContent as { patch: string };
  execFileSync('git', ['stash', '-q'], { cwd: work });
  execFileSync('git', ['apply', '--check', '-'], { cwd: work, input: patch });
  execFileSync('git', ['apply', '-'], { cwd: work, input: patch });
  expect(await readFile(path.join(work, 'src/login.ts'), 'utf8')).toContain('days = 30');
  await program.close();
}

test('a code that somebody sent is denied, and lets nobody in', async ({ page, server }) => {
  const email = await newCustomer(server);
  const machine = new Machine(server.url);
  const child = await machine.start(['login', '--no-browser']);
  const code = await said(child, SHOWN_CODE);
  await page.goto(`/connect?code=${code}`);
  await fillSignIn(page, email, PASSWORD);
  // The link alone asks nothing yet.
  await expect(page.getByText('Is this the code that your program shows?')).toBeVisible();
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText('Denied.')).toBeVisible();
  expect(await ended(child)).toMatchObject({ code: 3, out: '' });
});
