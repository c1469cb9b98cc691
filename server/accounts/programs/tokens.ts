import { randomInt } from 'node:crypto';
import { type AccessToken, type NewAccessToken, TOKEN_PREFIX } from '#domain/program.ts';
import type { Reader } from '../../database/database.ts';
import { tokenHash } from '../../http/program-access.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { openProgramSession } from './program-session.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 62^40 are 238 bits. */
const LENGTH = 40;

const COLUMNS = [
  ...(['id', 'name', 'scopes', 'ends_with'] as const),
  ...(['created_at', 'expires_at', 'last_used_at'] as const),
] satisfies (keyof AccessToken)[];

/** A person's tokens that still work, the newest first. */
export async function tokensOf(db: Reader, { id }: Viewer): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(COLUMNS)
    .where('user_id', '=', id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date())]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows as AccessToken[];
}

/**
 * Makes a token, and tells its owner by mail. It acts by a session of its own, with the second factor
 * of the one that made it. What ends all sessions of a person ends their programs too: a new password,
 * Sign Out Other Devices, a suspension.
 * @throws Refusal `not_your_part` for a moderator, `too_many_tokens`
 */
export async function createToken(
  change: Change,
  viewer: Viewer,
  { name, scopes, expires_at }: NewAccessToken,
): Promise<AccessToken & { token: string }> {
  const { tx } = change;
  const token = TOKEN_PREFIX + randomLetters();
  const id = await openProgramSession(tx, viewer, 'access_token');
  const ends_with = token.slice(-4);
  const created = await tx
    .insertInto('access_tokens')
    .values({
      id,
      user_id: viewer.id,
      name,
      scopes: [...scopes],
      ends_with,
      expires_at,
      token_hash: tokenHash(token),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await enqueueMail(change, {
    kind: 'token_created',
    to: viewer.email,
    subject: 'New access token for your account',
    paragraphs: [
      'An access token was just made for your Unblock account. A program that has it can see your requests and messages, and act for you as far as its owner has allowed.',
      'If it was not you, revoke it under Access Tokens in your account, and change your password right away.',
    ],
    facts: [
      ['Name', name],
      ['May', scopes.includes('write') ? 'look and write' : 'look'],
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
  return { ...(created as AccessToken), token };
}

function randomLetters(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
