import type { Page } from '@playwright/test';
import { newAddress, PASSWORD } from './account-people.ts';
import { expect, type RealServer } from './server.ts';

/** Fills in the form on Learn More and waits until the mail is on its way. */
export async function signUp(page: Page): Promise<string> {
  const email = newAddress('new');
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await page.waitForURL('**/verification-pending');
  return email;
}

export async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

export async function linkIn(server: RealServer, email: string, subject: RegExp): Promise<string> {
  const { text } = await server.mail(email, subject);
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

export async function openSignIn(page: Page) {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}
