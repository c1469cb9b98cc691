import { expect, test, vi } from 'vitest';

/** The module anew, in a page that was opened with this address. */
async function openedWith(address: string) {
  vi.resetModules();
  const replaceState = vi.fn();
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', new URL(address, 'https://unblock.test/auth/callback'));
  vi.stubGlobal('history', { state: null, replaceState });
  return { ...(await import('./address-tokens.ts')), replaceState };
}

test.each([
  ['', false],
  ['?from=mail#top', false],
  ['?code=abc', true],
  ['?error=access_denied&error_code=otp_expired', true],
  ['#error=access_denied&error_code=otp_expired', true],
  ['#access_token=a&refresh_token=b&type=signup', true],
])('an address tells whether a link from a mail opened it: "%s"', async (address, expected) => {
  expect((await openedWith(address)).openedByLink).toBe(expected);
});

test('tokens leave the address when they are found, and are handed out once', async () => {
  const page = await openedWith('?from=mail#access_token=a&refresh_token=b&type=recovery');
  expect(page.replaceState).toHaveBeenCalledWith(null, '', '/auth/callback?from=mail');
  const tokens = { access_token: 'a', refresh_token: 'b', type: 'recovery' };
  expect(page.takeAddressTokens()).toEqual(tokens);
  expect(page.takeAddressTokens()).toBeNull();
  page.giveBackAddressTokens(tokens);
  expect(page.takeAddressTokens()).toEqual(tokens);
});
