import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS, type LimitName } from '../http/limits.ts';
import { aRequest, postRequest } from './deeds.ts';
import { openWorld, type Person, type World } from './world.ts';

let world: World;
let customer: Person;
let ticketId: string;
beforeAll(async () => {
  world = await openWorld({ rateLimits: true });
  customer = await world.person('customer');
  ticketId = (await postRequest(customer)).id;
});
afterAll(() => world.close());

async function send(method: 'GET' | 'POST', url: string, authorization: string, payload?: object) {
  const headers = { authorization };
  const { statusCode } = await world.app.inject({
    method,
    url,
    headers,
    ...(payload && { payload }),
  });
  return { status: statusCode };
}
const ofOperator = (url: string, payload: object) =>
  send('POST', url, `key ${world.context.config.serviceApiKey}`, payload);
const auth = (method: 'GET' | 'POST', path: string, payload?: object) =>
  send(method, `/auth/v1${path}`, `Bearer ${customer.token}`, payload);

async function sendBare(method: 'GET' | 'POST', url: string) {
  const { statusCode } = await world.app.inject({ method, url });
  return { status: statusCode };
}

async function sendHeld(id: string) {
  const headers = { 'x-held-request': id };
  const { statusCode } = await world.app.inject({ method: 'POST', url: '/files/upload', headers });
  return { status: statusCode };
}

const aWebhook = { url: 'https://example.com/hook', events: ['plan.submitted'] };

/** The limits that no test of their feature holds, and a call that counts for each. */
const calls: [LimitName, () => Promise<{ status: number }>][] = [
  ['search', () => customer.call('GET', '/api/messages/search?q=abc')],
  ['secret_scan', () => customer.call('POST', '/api/secrets/scan', { text: 'abc' })],
  ['secret_scan', () => customer.call('GET', `/api/files/${'a'.repeat(32)}/secrets`)],
  [
    'look_through',
    () => customer.call('POST', '/api/tickets', { ...aRequest, description: 'so '.repeat(1000) }),
  ],
  ['evidence', () => customer.call('GET', `/api/tickets/${ticketId}/evidence`)],
  [
    'paper',
    () =>
      customer.call('GET', `/api/invoices/${customer.id}`, undefined, {
        accept: 'application/pdf',
      }),
  ],
  [
    'paper',
    () =>
      customer.call('GET', '/api/earnings/statements/2026', undefined, {
        accept: 'application/pdf',
      }),
  ],
  ['payment_check', () => customer.call('POST', `/api/billing-records/${ticketId}/check`)],
  ['directory', () => world.call('GET', '/api/unblockers')],
  ['application', () => world.call('GET', '/api/applications/none')],
  ['entry_upload', () => sendBare('POST', '/api/applications/none/version')],
  ['evidence_check', () => world.call('POST', '/api/evidence/verify', {})],
  ['held_request', () => world.call('POST', `/api/sign-ups/${customer.id}/request`, aRequest)],
  ['held_file', () => sendHeld(customer.id)],
  ['service_lookup', () => ofOperator('/functions/get-user-email', { userId: customer.id })],
  ['factors', () => auth('POST', '/factors', { factor_type: 'totp', friendly_name: 'Phone' })],
  ['passkey', () => auth('POST', '/passkeys/authentication/options', {})],
  ['new_token', () => customer.call('POST', '/api/me/tokens', { name: 'One', scopes: ['read'] })],
  ['new_webhook', () => customer.call('POST', '/api/me/webhooks', aWebhook)],
  ['send_webhook', () => customer.call('POST', `/api/me/webhooks/${customer.id}/test`)],
  ['program', () => send('POST', '/mcp', `Bearer ${customer.token}`, {})],
  ['oauth_register', () => world.call('POST', '/oauth/register', {})],
  ['oauth_authorize', () => sendBare('GET', '/oauth/authorize')],
  ['oauth_authorize', () => sendBare('POST', '/oauth/device')],
  ['device_code', () => customer.call('GET', '/api/me/programs/code/NONE')],
  ['oauth_token', () => sendBare('POST', '/oauth/token')],
  ['oauth_token', () => sendBare('POST', '/oauth/revoke')],
  ['reauthentication_mail', () => auth('GET', '/reauthenticate')],
];

test.each(calls)('a call more than is allowed is refused: %s', async (name, call) => {
  const before = LIMITS[name];
  LIMITS[name] = { ...before, hits: 1 };
  try {
    expect((await call()).status).not.toBe(429);
    expect((await call()).status).toBe(429);
  } finally {
    LIMITS[name] = before;
    await world.context.db.deleteFrom('rate_limits').execute();
  }
});
