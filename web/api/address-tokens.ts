/** A session in the address, from a mail link that is not bound to a browser. */
export interface AddressTokens {
  access_token: string;
  refresh_token: string;
  type: string | null;
}

const LINK_PARTS = ['code', 'error', 'error_code', 'access_token', 'refresh_token'];

/**
 * Whether a mail link opened this page, valid or refused. Computed when this module is loaded, as the
 * sign-in client and the lines below remove it from the address.
 */
export const openedByLink = typeof document !== 'undefined' && isOfLink(location);

/** Why a confirmation link was refused: its address is `confirmed` already, or the link was `replaced`. */
export const endedLink =
  typeof document === 'undefined' ? null : new URLSearchParams(location.hash.slice(1)).get('ended');

// Before the router reads the address: tokens must not stay in the address bar, in the history, or in
// anything that quotes the address.
let found = typeof document === 'undefined' ? null : emptyAddress();

/** Returns the tokens that this page was opened with, once. */
export function takeAddressTokens(): AddressTokens | null {
  const tokens = found;
  found = null;
  return tokens;
}

/** After a try without an answer: the next one needs them again. */
export function giveBackAddressTokens(tokens: AddressTokens): void {
  found = tokens;
}

function isOfLink({ search, hash }: Location): boolean {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))];
  return LINK_PARTS.some((part) => query.has(part) || fragment.has(part));
}

function emptyAddress(): AddressTokens | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  if (!access_token && !refresh_token) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (!access_token || !refresh_token) return null;
  return { access_token, refresh_token, type: fragment.get('type') };
}
