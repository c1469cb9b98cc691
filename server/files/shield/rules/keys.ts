import { looksRandom } from '../likely-secret.ts';
import { type Candidate, type Rule, sample } from '../rule.ts';

const DASHES = '-'.repeat(5);
const jwt = (payload: object) =>
  [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(sample('word', 43))
    .join('.');

const JWT = /eyJ[\w-]{10,2000}\.eyJ[\w-]{8,6000}\.[\w-]{16,1000}(?![\w-])/y;

/** What a signed token says of itself; an empty object where it cannot be read. */
function payloadOf(token: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    return typeof said === 'object' && said !== null ? { ...said } : {};
  } catch {
    return {};
  }
}

/** The token that introductions show, and the one that Supabase gives to every browser. */
function isPublicToken(token: string): boolean {
  const { role, name, sub } = payloadOf(token);
  return role === 'anon' || name === 'John Doe' || (sub === '1234567890' && name !== undefined);
}

/** Base64 of at least so many letters, and no words to fill in. */
function isKeyBody({ value }: Candidate): boolean {
  const body = value.replace(/-{5}[^-]{1,60}-{5}/g, '').replace(/\\[nr]|\s|["'+,]/g, '');
  return body.length >= 40 && !/\.{3}|…|your|xxxx|<|\$\{/i.test(body) && new Set(body).size > 12;
}

export const KEYS: readonly Rule[] = [
  {
    family: 'private_key',
    kind: 'Private key',
    words: [`${DASHES}begin `],
    isOpen: true,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/y,
    check: isKeyBody,
    example: `${DASHES}BEGIN EC PRIVATE KEY${DASHES}\n${sample('word', 64)}\n${sample('word', 64, 2)}\n${DASHES}END EC PRIVATE KEY${DASHES}`,
    lookAlike: `${DASHES}BEGIN PRIVATE KEY${DASHES}\n...\n${DASHES}END PRIVATE KEY${DASHES}`,
  },
  {
    family: 'private_key',
    kind: 'Private key in Base64',
    words: ['ls0tls1crudjti'],
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,20000}={0,2}/y,
    check: ({ value }) =>
      /PRIVATE KEY/.test(Buffer.from(value.slice(0, 200), 'base64').toString('latin1')),
    example: Buffer.from(
      `${DASHES}BEGIN RSA PRIVATE KEY${DASHES}\n${sample('word', 120)}`,
    ).toString('base64'),
    lookAlike: Buffer.from(`${DASHES}BEGIN CERTIFICATE${DASHES}\n${sample('word', 120)}`).toString(
      'base64',
    ),
  },
  {
    family: 'private_key',
    kind: 'PuTTY private key',
    words: ['private-lines:'],
    pattern: /Private-Lines: \d{1,3}\r?\n(?<secret>[A-Za-z0-9+/=\r\n]{40,20000})/y,
    example: `Private-Lines: 2\n${sample('word', 64)}\n${sample('word', 40)}`,
    lookAlike: 'Private-Lines: 0\n',
  },
  {
    family: 'private_key',
    kind: 'Private key (JWK)',
    words: ['"d"', '\\"d\\"'],
    isOpen: true,
    pattern: /\\?"d\\?"\s{0,3}:\s{0,3}\\?"(?<secret>[\w-]{40,1400})\\?"/y,
    check: ({ text, start }) => /"kty/.test(text.slice(Math.max(0, start - 2000), start + 3000)),
    example: `{"kty":"EC","d":"${sample('word', 43)}"}`,
    lookAlike: `{"id":7,"d":"${sample('word', 43)}"}`,
  },
  {
    family: 'supabase',
    kind: 'Supabase service role key',
    words: ['eyj'],
    pattern: JWT,
    check: ({ value }) => payloadOf(value).role === 'service_role',
    example: jwt({ iss: 'supabase', ref: 'abcdefgh', role: 'service_role', iat: 1700000000 }),
    lookAlike: jwt({ iss: 'supabase', ref: 'abcdefgh', role: 'anon', iat: 1700000000 }),
  },
  {
    family: 'jwt',
    kind: 'Signed token (JWT)',
    words: ['eyj'],
    pattern: JWT,
    check: ({ value }) => !isPublicToken(value),
    example: jwt({ sub: 'u_81', email: 'maya@shop.io', exp: 1900000000 }),
    lookAlike: jwt({ sub: '1234567890', name: 'John Doe', iat: 1516239022 }),
  },
  {
    family: 'jwt',
    kind: 'Encrypted token (JWE)',
    words: ['eyj'],
    pattern:
      /eyJ[\w-]{10,2000}\.[\w-]{0,800}\.[\w-]{12,60}\.[\w-]{20,6000}\.[\w-]{16,60}(?![\w-])/y,
    check: ({ value }) => looksRandom(value.slice(-20)),
    example: `eyJhbGciOiJkaXIifQ..${sample('word', 16)}.${sample('word', 80)}.${sample('word', 22)}`,
    lookAlike: 'eyJhbGciOiJkaXIifQ..',
  },
];
