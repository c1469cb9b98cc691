import { AuthClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from './account-people.ts';
import type { RealServer } from './server.ts';

const PERIOD_MS = 30_000;

/** The code of some period from now: the one before and the one after are taken too. Each works once. */
export function codeOf(secret: string, periods: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + periods * PERIOD_MS });
}

/** Turns two-step sign-in on, as on another device, with the code of the period before this one. */
export async function turnOnTwoSteps(server: RealServer, email: string) {
  const client = new AuthClient({
    url: `${server.url}/auth/v1`,
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
  });
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  const { data: app } = await client.mfa.enroll({ factorType: 'totp' });
  if (error || !app) throw error ?? new Error('no app was added');
  const { secret } = app.totp;
  const setUp = () => client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(secret, -1) });
  // Where a period ends on the way, the code of the one before it is too old.
  if ((await setUp()).error) await setUp();
  const { data: made } = await client.mfa.recoveryCodes.generate();
  if (!made) throw new Error('no backup codes were made');
  return { secret, backupCodes: made.codes };
}
