import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Certificate } from '../server/testing/git-server.ts';
import { portForTest } from '../server/testing/ports.ts';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { certificateIn, makeCertificate } from './certificate.ts';
import { inDatabase } from './database.ts';
import { KeptPages, NO_PROGRAM } from './kept-pages.ts';

export interface Mail {
  id: string;
  to: { address: string }[];
  subject: string;
  text: string;
}

/** The real server, as `npm start` runs it, on ports and data of its own. */
export interface RealServer {
  url: string;
  /** Its DATA_DIR. */
  folder: string;
  /** One of this machine that the server trusts. */
  certificate: Certificate;
  /** Waits for a mail in the embedded inbox that came since the journey began. */
  mail: (to: string, subject: string | RegExp, words?: string) => Promise<Mail>;
  /** All mails to an address that came since the journey began. */
  mails: (to: string) => Promise<Mail[]>;
}

interface WorkerServer extends RealServer {
  /** What is in the inbox is of journeys before, and so is what people have used of their limits. */
  newJourney: () => Promise<void>;
  stop: () => Promise<void>;
}

async function startServer(): Promise<WorkerServer> {
  const [port, inboxPort] = [await portForTest(), await portForTest()];
  let old = new Set<string>();
  const inbox = async () => {
    const answer = await fetch(`http://127.0.0.1:${inboxPort}/email`);
    return ((await answer.json()) as Mail[]).filter(({ id }) => !old.has(id));
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-e2e-'));
  // Beside what is the server's own.
  const trusted = mkdtempSync(path.join(tmpdir(), 'unblock-trusted-'));
  const certificate = makeCertificate(trusted);
  const child = spawn(process.execPath, ['server/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      INBOX_PORT: String(inboxPort),
      DATA_DIR: folder,
      LOOKS_AT_LOOPBACK: 'on',
      NODE_EXTRA_CA_CERTS: certificateIn(trusted),
      NODE_ENV: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text;
      if (said.includes('is ready at')) resolve();
    });
    void ended.then(() => reject(new Error('the server ended')));
  });
  return {
    url: `http://localhost:${port}`,
    folder,
    certificate,
    mail: (to, subject, words = '') => findMail(inbox, { to, subject, words }),
    mails: async (to) => (await inbox()).filter((mail) => isTo(mail, to)),
    newJourney: async () => {
      old = new Set([...old, ...(await inbox()).map(({ id }) => id)]);
      await inDatabase({ folder }, ({ db }) => sql`delete from rate_limits`.execute(db));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      for (const made of [folder, trusted]) rmSync(made, { recursive: true, force: true });
    },
  };
}

const isTo = (mail: Mail, address: string) => mail.to.some((each) => each.address === address);

interface Sought {
  to: string;
  subject: string | RegExp;
  /** That stand in its text. */
  words: string;
}

async function findMail(
  inbox: () => Promise<Mail[]>,
  { to, subject, words }: Sought,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    found = (await inbox()).findLast(
      (mail) =>
        isTo(mail, to) && new RegExp(subject).test(mail.subject) && mail.text.includes(words),
    );
    expect(found, `a mail to ${to} about ${subject}`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  if (!found) throw new Error('no mail');
  return found;
}

interface Journey {
  /** Its people are here for the first time: nothing of the program is in their browser yet. */
  firstVisit: boolean;
  people: KeptPages;
  /** A further person with a browser of their own. */
  newPerson: () => Promise<Page>;
  server: RealServer;
}

export const test = base.extend<Journey, { workerServer: WorkerServer; keptPages: KeptPages }>({
  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  keptPages: [
    async ({ browser, workerServer }, use) => {
      const pages = new KeptPages(browser, workerServer.url);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  server: async ({ workerServer }, use) => {
    await workerServer.newJourney();
    await use(workerServer);
  },
  baseURL: async ({ server }, use) => use(server.url),
  firstVisit: [false, { option: true }],
  people: async ({ firstVisit, browser, keptPages, server }, use, info) => {
    const pages = firstVisit ? new KeptPages(browser, server.url) : keptPages;
    await use(pages);
    const isGood = info.status === info.expectedStatus;
    // What shows on the screen does not say why.
    if (!isGood) console.log(`${info.title}:\n${pages.heard()}`);
    await (firstVisit ? pages.close() : pages.takeBack(isGood));
  },
  context: async ({ page }, use) => use(page.context()),
  page: async ({ people }, use) => use(await people.lend()),
  newPerson: async ({ people }, use) => use(() => people.lend()),
});

export { expect };

/** Signs in without its screens, which cost seconds, and goes where the role lands. */
export async function signIn(page: Page, email: string, password?: string): Promise<void> {
  // Not by '/', which would load all of the home page before it leads there.
  await signInAt(page, '/dashboard', email, password);
  await page.waitForURL(/\/(dashboard\/\w+|moderation)/);
}

/** The same, and goes to a page at once: each page that is loaded on the way costs half a second. */
export async function signInAt(
  page: Page,
  path: string,
  email: string,
  password?: string,
): Promise<void> {
  await enter(page, email, password);
  await page.goto(path);
}

/** The same, and goes nowhere yet. */
export async function enter(page: Page, email: string, password = 'unblock-demo'): Promise<void> {
  if (!page.url().endsWith(NO_PROGRAM)) await page.goto(NO_PROGRAM);
  await page.evaluate(
    async ({ key, ...credentials }) => {
      const answer = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
      if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}`);
      localStorage.setItem(key, await answer.text());
    },
    { key: SESSION_KEY, email, password },
  );
}

/** Goes to another screen as its links do: without loading the program anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({ usr: null, key: crypto.randomUUID() }, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** An entry of a list that other journeys have made longer: shows more until it is there. */
export async function findListed(page: Page, entry: Locator): Promise<Locator> {
  const more = page.getByRole('button', { name: 'Show More' });
  await expect(async () => {
    if (!(await entry.isVisible()) && (await more.isVisible())) await more.click();
    await expect(entry).toBeVisible({ timeout: 1000 });
  }).toPass();
  return entry;
}

/** Signs in through the modal on the home page. */
export async function signInByModal(
  page: Page,
  email: string,
  password = 'unblock-demo',
): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/(dashboard|moderation)/);
}
