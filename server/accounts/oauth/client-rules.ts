import type { Payload } from 'oidc-provider';
import { MAX_PROGRAM_NAME } from '#domain/program.ts';

const MOST_ADDRESSES = 10;
const LONGEST_ADDRESS = 500;

/** Of what a program says of itself, this is kept. All else would be looked up, shown or trusted. */
const KEPT = ['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris'];

/**
 * The same for each: a public client that has a code sent to it and proves that it asked (PKCE), or that
 * shows a code to its person (RFC 8628).
 */
const SAME_FOR_ALL = {
  // Its rules fit every program: https, an address of the same machine, or a scheme of its own.
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ],
  response_types: ['code'],
  response_modes: ['query'],
};

/** Schemes that do something else than open a program. The library refuses `javascript:` and the like. */
const NO_PROGRAM = /^(?:wss?|ftps?|mailto|tel|sms|intent|view-source|filesystem|chrome|edge):$/;

/**
 * Makes of a registration, or of a program's own metadata document, what is kept of it.
 * @throws what `refused` makes, with the reason for the program's maker
 */
export function keepToRules(metadata: Payload, refused: (why: string) => Error): void {
  for (const name of Object.keys(metadata)) if (!KEPT.includes(name)) delete metadata[name];
  Object.assign(metadata, SAME_FOR_ALL);
  const { client_name: name, redirect_uris: addresses } = metadata;
  if (typeof name === 'string') metadata.client_name = asName(name) || undefined;
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > MOST_ADDRESSES) {
    throw refused(`redirect_uris must be an array of 1 to ${MOST_ADDRESSES} addresses`);
  }
  if (!addresses.every(leadsToProgram)) {
    throw refused(
      `redirect_uris must be https, http on a loopback address, or a scheme of your own, each of at most ${LONGEST_ADDRESS} characters`,
    );
  }
}

/** One line of what can be read, as people decide by it: no controls, and nothing that turns text round. */
function asName(name: string): string {
  const readable = name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return [...readable.toWellFormed().trim()].slice(0, MAX_PROGRAM_NAME).join('').trim();
}

function leadsToProgram(address: unknown): boolean {
  if (typeof address !== 'string' || address.length > LONGEST_ADDRESS) return false;
  // As it is kept and compared, it is what was sent.
  if (/\p{Cc}/u.test(address) || !address.isWellFormed()) return false;
  const url = URL.parse(address);
  return url !== null && !NO_PROGRAM.test(url.protocol) && url.username + url.password === '';
}
