import {
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Letter } from '../mail/letter.ts';
import { dropMails } from '../mail/sealed-words.ts';
import type { Challenge } from './pkce.ts';

export type LinkKind = 'signup' | 'recovery';
const mailTokenKinds = ['signup', 'recovery', 'reauthentication'] as const;
type MailTokenKind = (typeof mailTokenKinds)[number];
export type MailToken = Selectable<DB['mail_tokens']>;

export const CODE_MINUTES = 10;
/** How long a link is valid, in minutes. Source: auth wire contract, section 6. */
export const LINK_MINUTES = { signup: 24 * 60, recovery: 60, reauthentication: CODE_MINUTES };
const CODE_TRIES = 5;
/** So many of them from elsewhere than where the mail was asked for: the rest stay for its asker. */
const TRIES_ELSEWHERE = 2;
/** In place of an asker, of links and codes that are one for everybody. */
const EVERYBODY: Buffer = Buffer.alloc(0);

interface NewLink {
  user_id: string;
  kind: LinkKind;
  challenge: Challenge | null;
  /** Validated. */
  redirect_to: string;
  /** The mark of who asked, whose links and codes are apart from those of others. */
  asker?: Buffer;
}

/**
 * Creates a link that works once, and a six-digit code for the same. Older ones of this kind and asker
 * become invalid.
 */
export async function issueLink(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  { user_id, kind, challenge, redirect_to, asker = EVERYBODY }: NewLink,
): Promise<{ url: string; code: string }> {
  const token = `${challenge ? 'pkce_' : ''}${randomBytes(32).toString('base64url')}`;
  const code = newCode();
  const code_hash = hashCode(config, { user_id, kind, code });
  await keep(tx, { user_id, kind, asker, token_hash: hashToken(token), code_hash, ...challenge });
  const query = new URLSearchParams({ token, type: kind, redirect_to });
  return { url: `${config.publicUrl}/auth/v1/verify?${query}`, code };
}

/** Creates a code without a link, which proves access to the mailbox. */
export async function issueCode(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  user_id: string,
): Promise<string> {
  const kind = 'reauthentication';
  const code = newCode();
  const code_hash = hashCode(config, { user_id, kind, code });
  await keep(tx, { user_id, kind, asker: EVERYBODY, code_hash });
  return code;
}

/** Uses a link up; null when it is unknown, used, expired or of another kind. */
export async function takeLink(
  tx: Tx,
  { token, kinds }: { token: string; kinds: readonly LinkKind[] },
): Promise<MailToken | null> {
  const taken = await tx
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}

/**
 * Whether the recipient of an ended link has confirmed their address since; null for an unknown link.
 */
export async function confirmedSince(db: Reader, token: string): Promise<boolean | null> {
  const ended = await db
    .selectFrom('ended_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('u.email_confirmed_at')
    .where('l.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return ended ? ended.email_confirmed_at !== null : null;
}

interface GivenCode {
  user_id: string;
  kinds: readonly MailTokenKind[];
  code: string;
  /** The mark of who gives it. */
  asker?: Buffer;
  /** Whether it may only be one that the same asker asked for. */
  isOwnOnly?: boolean;
}

/**
 * Uses a code up, and with it all others of its kind; null when it is wrong or expired. Every try
 * counts for each code that it is compared with, so the caller has to let this change commit before it
 * refuses.
 */
export async function takeCode(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  { user_id, kinds, code, asker = EVERYBODY, isOwnOnly = false }: GivenCode,
): Promise<MailToken | null> {
  // In one order: tries of several at once would wait for each other otherwise.
  await tx
    .selectFrom('mail_tokens')
    .select('kind')
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .orderBy('kind')
    .orderBy('asker')
    .forUpdate()
    .execute();
  const isElsewhere = sql<boolean>`(asker not in (${EVERYBODY}, ${asker}))`;
  const open = await tx
    .updateTable('mail_tokens')
    .set({
      code_tries: sql<number>`code_tries + 1`,
      tries_elsewhere: sql<number>`tries_elsewhere + ${isElsewhere}::integer`,
    })
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .where('code_tries', '<', CODE_TRIES)
    .where('code_expires_at', '>', sql<Date>`now()`)
    .where(
      isOwnOnly
        ? sql<boolean>`asker = ${asker}`
        : sql<boolean>`(tries_elsewhere < ${TRIES_ELSEWHERE} or not ${isElsewhere})`,
    )
    .returningAll()
    .execute();
  const hashes = kinds.map((kind) => hashCode(config, { user_id, kind, code }));
  // The kind is part of the hash.
  const found = open.find(
    ({ code_hash }) =>
      code_hash !== null && hashes.some((hash) => timingSafeEqual(code_hash, hash)),
  );
  if (!found) return null;
  await dropMails(tx, await endTokens(tx, { user_id, kinds: [found.kind] }));
  return found;
}

/** Invalidates all unused links and codes of a person. */
export async function voidMailTokens(tx: Tx, user_id: string): Promise<void> {
  const ended = await endTokens(tx, { user_id, kinds: mailTokenKinds });
  const shared = mailTokenKinds.map((kind) => secretOf({ kind, user_id, asker: EVERYBODY }));
  await dropMails(tx, [...shared, ...ended]);
  await tx.deleteFrom('auth_codes').where('user_id', '=', user_id).execute();
}

/** Returns what the mails with these links and codes were tied to. */
async function endTokens(
  tx: Tx,
  { user_id, kinds }: { user_id: string; kinds: readonly string[] },
): Promise<string[]> {
  const ended = await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .returning(['kind', 'user_id', 'asker'])
    .execute();
  return ended.map(secretOf);
}

interface KeptToken extends Partial<Challenge> {
  user_id: string;
  kind: MailTokenKind;
  asker: Buffer;
  token_hash?: Buffer;
  code_hash: Buffer;
}

/** Ties a mail to its link or code, so that it is not sent once that is invalid. */
export function mailSecret(
  kind: MailTokenKind,
  user_id: string,
  asker = EVERYBODY,
): NonNullable<Letter['secret']> {
  return { of: secretOf({ kind, user_id, asker }), minutes: LINK_MINUTES[kind] };
}

function secretOf({ kind, user_id, asker }: { kind: string; user_id: string; asker: Buffer }) {
  return `${kind}:${user_id}:${asker.toString('base64url')}`;
}

async function keep(tx: Tx, token: KeptToken): Promise<void> {
  const older = tx.deleteFrom('mail_tokens').where('user_id', '=', token.user_id);
  await older.where('kind', '=', token.kind).where('asker', '=', token.asker).execute();
  // After the tokens, as everywhere: who takes a code holds them when its mails are dropped.
  await dropMails(tx, secretOf(token));
  await tx
    .insertInto('mail_tokens')
    .values({
      ...token,
      expires_at: inMinutes(LINK_MINUTES[token.kind]),
      code_expires_at: inMinutes(CODE_MINUTES),
    })
    .execute();
}

function inMinutes(minutes: number) {
  return sql<Date>`now() + make_interval(mins => ${minutes})`;
}

/** A link's token is 256 random bits, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** There are only a million codes, so their hashes need a key from outside the database. */
function hashCode(
  { jwtKey }: Config,
  { user_id, kind, code }: { user_id: string; kind: string; code: string },
): Buffer {
  const key = Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', 'unblock mail codes', 32));
  return createHmac('sha256', key).update(`${user_id} ${kind} ${code}`).digest();
}
