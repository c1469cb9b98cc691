import type { Browser, Page } from '@playwright/test';
import { SESSION_KEY } from '../web/api/stored-session.ts';

/** Signs a person of the demo in by the API. Returns the session as the browser keeps it. */
export async function demoSession(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'unblock-demo' }),
  });
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}`);
  return answer.text();
}

/** A wide page in which a person of the demo is signed in. */
export async function demoPage(browser: Browser, url: string, email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto('/robots.txt');
  await page.evaluate(({ key, session }) => localStorage.setItem(key, session), {
    key: SESSION_KEY,
    session: await demoSession(url, email),
  });
  return page;
}
