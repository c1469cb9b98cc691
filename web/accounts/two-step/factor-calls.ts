import { isAuthError } from '@supabase/auth-js';
import { auth } from '../../api/auth.ts';
import { authErrorText } from '../auth-error.ts';
import { AuthProblem } from '../auth-problem.ts';

// Each rejects with an AuthProblem.

/** An account's second factors. */
export interface Factors {
  /** Verified authenticator apps. */
  apps: { id: string; since: string }[];
  /** Null when there are none. */
  backupCodes: { total: number; remaining: number } | null;
}

export async function readFactors(): Promise<Factors> {
  const { all } = answerOf(await auth().mfa.listFactors());
  const apps = all
    .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    .map(({ id, updated_at }) => ({ id, since: updated_at }));
  const hasCodes = all.some(({ factor_type }) => factor_type === 'recovery_code');
  if (!hasCodes) return { apps, backupCodes: null };
  const { total, remaining } = answerOf(await auth().mfa.recoveryCodes.getStatus());
  return { apps, backupCodes: { total, remaining } };
}

/** An app whose set-up needs a first code. */
export interface NewApp {
  id: string;
  /** A picture as a data URI. */
  qrCode: string;
  secret: string;
}

export async function beginApp(): Promise<NewApp> {
  const { id, totp } = answerOf(await auth().mfa.enroll({ factorType: 'totp' }));
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

/** Sends a code of an app; afterwards the session has its second factor. */
export async function showCode(factorId: string, code: string): Promise<void> {
  answerOf(await auth().mfa.challengeAndVerify({ factorId, code }));
}

/** Sends a code of any of the account's apps. */
export async function showAppCode(code: string): Promise<void> {
  const { totp } = answerOf(await auth().mfa.listFactors());
  let refused: unknown = new AuthProblem('Two-step sign-in was turned off meanwhile.', undefined);
  for (const { id } of totp) {
    try {
      return await showCode(id, code);
    } catch (cause) {
      refused = cause;
    }
  }
  throw refused;
}

export async function showBackupCode(code: string): Promise<void> {
  answerOf(await auth().mfa.recoveryCodes.verify({ code }));
}

/** Creates new codes, replacing any existing ones. */
export async function makeBackupCodes({ renew }: { renew: boolean }): Promise<string[]> {
  const { recoveryCodes } = auth().mfa;
  const made = renew ? await recoveryCodes.regenerate() : await recoveryCodes.generate();
  return answerOf(made).codes;
}

/** Removes the apps, and with the last one the backup codes; renews the session's tokens. */
export async function turnOff(apps: Factors['apps']): Promise<void> {
  for (const { id } of apps) answerOf(await auth().mfa.unenroll({ factorId: id }));
  await auth().refreshSession();
}

function answerOf<Data>({ data, error }: { data: Data; error: unknown }): NonNullable<Data> {
  if (!error && data) return data;
  const code = isAuthError(error) ? error.code : undefined;
  throw new AuthProblem(wordsOf(code, authErrorText(error)), code);
}

/** The sign-in service's own messages are partly for developers. */
function wordsOf(code: string | undefined, message: string): string {
  if (code === 'mfa_challenge_expired') return 'That took too long. Please try again.';
  if (code === 'mfa_factor_not_found') return 'Two-step sign-in was changed elsewhere meanwhile.';
  const isWrong = code === 'mfa_verification_failed' && message.startsWith('Invalid');
  return isWrong ? 'This code is not right, or its time is over. Please check it.' : message;
}
