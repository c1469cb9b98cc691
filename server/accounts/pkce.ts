import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthRefusal } from './auth-error.ts';
import { type Members, textMember } from './body-fields.ts';

/** What the browser that started a flow proves later. Source: section 8. */
export interface Challenge {
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
}

/**
 * A request's challenge; null when it has none.
 * @throws AuthRefusal `validation_failed` for an incomplete or invalid one
 */
export function readChallenge(body: Members): Challenge | null {
  const challenge = textMember(body, 'code_challenge');
  const method = textMember(body, 'code_challenge_method');
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw new AuthRefusal(
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    );
  }
  const code_challenge_method = method.toLowerCase();
  if (code_challenge_method !== 's256' && code_challenge_method !== 'plain') {
    throw new AuthRefusal('validation_failed', 'Invalid code_challenge_method');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new AuthRefusal('validation_failed', 'code challenge has to be 43 to 128 characters');
  }
  return { code_challenge: challenge, code_challenge_method };
}

/** Whether `verifier` belongs to the challenge, in constant time. */
export function fulfils(verifier: string, challenge: Challenge): boolean {
  const answer =
    challenge.code_challenge_method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  const [given, wanted] = [answer, challenge.code_challenge].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(given, wanted);
}
