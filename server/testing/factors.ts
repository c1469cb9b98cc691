/** What the tests of two-step sign-in share: an authenticator app. */
import type { AuthClient } from '@supabase/auth-js';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { browser, PASSWORD, signedInPerson } from './accounts.ts';
import type { World } from './world.ts';

const PERIOD_MS = 30_000;

/** The code that an app shows, some periods from now. */
export function codeOf(secret: string, periods = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + periods * PERIOD_MS });
}

type Good<Answer> = Extract<Answer, { error: null }>;

/** What an answer of the client has; throws what it refused. */
export function got<Answer extends { data: unknown; error: unknown }>(
  answer: Answer,
): NonNullable<Good<Answer>['data' & keyof Good<Answer>]> {
  if (answer.error || !answer.data) throw answer.error ?? new Error('no answer');
  return answer.data as NonNullable<Good<Answer>['data' & keyof Good<Answer>]>;
}

/** A customer with an app, whose code of now is not used yet. */
export async function personWithApp(world: World) {
  const person = await signedInPerson(world);
  return { ...person, ...(await addApp(world, person.client)) };
}

/** Sets an app up in a session, as if with the code of the period before this one. */
export async function addApp(
  world: World,
  client: InstanceType<typeof AuthClient>,
  name?: string,
): Promise<{ factorId: string; secret: string }> {
  const options = { factorType: 'totp', ...(name && { friendlyName: name }) } as const;
  const { id: factorId, totp } = got(await client.mfa.enroll(options));
  got(await client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) }));
  // A code of that period itself could be too old by the time it arrives.
  await sql`update factors set last_step = last_step - 1 where id = ${factorId}`.execute(
    world.context.db,
  );
  return { factorId, secret: totp.secret };
}

/** A further device, with the password alone. */
export async function signIn(world: World, email: string) {
  const client = browser(world);
  const { session, user } = got(await client.signInWithPassword({ email, password: PASSWORD }));
  return { client, token: session?.access_token ?? '', user };
}

/** A call of the product's API. */
export async function api(world: World, token: string, path = '/api/me', body?: object) {
  const response = await fetch(`${world.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}
