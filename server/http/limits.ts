import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { PROGRAM_CALLS_A_MINUTE } from '#domain/program-limits.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { counterOf } from './hit-counter.ts';

export interface Limit {
  hits: number;
  seconds: number;
}

/** All rate limits. Source: auth wire contract, section 7; security checklist, D11. */
export const LIMITS = {
  // per network address; ten times as much per network
  signup: { hits: 30, seconds: 300 },
  recover: { hits: 30, seconds: 300 },
  resend: { hits: 30, seconds: 300 },
  update_user: { hits: 30, seconds: 300 },
  verify: { hits: 30, seconds: 300 },
  token: { hits: 150, seconds: 300 },
  // A page that waits for a confirmation asks every few seconds.
  confirmation: { hits: 300, seconds: 300 },
  factors: { hits: 60, seconds: 300 },
  // Two calls for each sign-in.
  passkey: { hits: 60, seconds: 300 },
  waitlist: { hits: 10, seconds: 600 },
  // By the link of an application; the page saves while one types.
  application: { hits: 300, seconds: 600 },
  // Fixed versions of the entry test, which a worker reads.
  entry_upload: { hits: 20, seconds: 3600 },
  // The directory of unblockers and their profiles, signed out.
  directory: { hits: 600, seconds: 60 },
  // Strangers' requests that wait for a confirmed address, and each of their files.
  held_request: { hits: 20, seconds: 3600 },
  held_file: { hits: 60, seconds: 3600 },
  billing_service: { hits: 600, seconds: 60 },
  invitation: { hits: 30, seconds: 300 },
  evidence_check: { hits: 60, seconds: 600 },
  // Programs that introduce themselves, ask to be let in, and get their tokens.
  oauth_register: { hits: 20, seconds: 3600 },
  oauth_authorize: { hits: 60, seconds: 600 },
  oauth_token: { hits: 150, seconds: 300 },
  // per application
  entry_upload_each: { hits: 10, seconds: 3600 },
  // per email address
  signup_mail: { hits: 1, seconds: 60 },
  // Separate: the button under a new sign-up must work at the first press.
  resend_mail: { hits: 1, seconds: 60 },
  reauthentication_mail: { hits: 1, seconds: 60 },
  failed_password: { hits: 10, seconds: 600 },
  // per email address and asker (server/accounts/asker.ts); nobody's take the owner's
  recovery_mail: { hits: 1, seconds: 60 },
  // The network round an asker counts as one here.
  recovery_mail_day: { hits: 10, seconds: 86_400 },
  // Sign-ups and their mails sent again.
  signup_mail_day: { hits: 10, seconds: 86_400 },
  code_try: { hits: 20, seconds: 3600 },
  // per email address, for all who ask
  signup_mail_all: { hits: 40, seconds: 86_400 },
  // per email address, for all devices that are new to the account
  recovery_mail_all: { hits: 40, seconds: 86_400 },
  code_try_all: { hits: 60, seconds: 3600 },
  // per person
  export: { hits: 10, seconds: 3600 },
  // Per token: messages of the Model Context Protocol, and calls, those of its tools included.
  program: { hits: PROGRAM_CALLS_A_MINUTE, seconds: 60 },
  program_call: { hits: PROGRAM_CALLS_A_MINUTE, seconds: 60 },
  new_token: { hits: 30, seconds: 3600 },
  // Codes that programs show are short: nobody tries them out.
  device_code: { hits: 30, seconds: 600 },
  new_webhook: { hits: 30, seconds: 3600 },
  // Tests, and what is sent again.
  send_webhook: { hits: 60, seconds: 3600 },
  upload: { hits: 200, seconds: 3600 },
  snapshot: { hits: 40, seconds: 3600 },
  // Trees, files and searches of code; an archive of it is far more work.
  read_code: { hits: 1200, seconds: 60 },
  search_code: { hits: 60, seconds: 60 },
  code_archive: { hits: 60, seconds: 600 },
  payout: { hits: 30, seconds: 3600 },
  // A page that waits for a payment asks 37 times.
  payment_check: { hits: 60, seconds: 300 },
  request: { hits: 200, seconds: 3600 },
  // More than a person types; messages written offline are sent within minutes.
  message: { hits: 200, seconds: 60 },
  report: { hits: 20, seconds: 3600 },
  // Each is mailed to the other side.
  proposal: { hits: 20, seconds: 3600 },
  question: { hits: 20, seconds: 3600 },
  // Quotes sent and edited, and invitations.
  quote: { hits: 60, seconds: 3600 },
  // Each has all its addresses looked at, and is kept with its milestone.
  delivery: { hits: 60, seconds: 3600 },
  // Afterwards they can take no other request.
  given_back: { hits: 5, seconds: 86_400 },
  typing: { hits: 40, seconds: 60 },
  search: { hits: 120, seconds: 60 },
  secret_scan: { hits: 300, seconds: 600 },
  check_now: { hits: 30, seconds: 600 },
  // Each text read from an archive counts as one.
  look_into_file: { hits: 600, seconds: 600 },
  // Each is read by a worker, and up to 20 MB.
  attempt: { hits: 30, seconds: 600 },
  look_through: { hits: 300, seconds: 60 },
  compare: { hits: 60, seconds: 600 },
  backup_code: { hits: 10, seconds: 600 },
  evidence: { hits: 60, seconds: 3600 },
  // Statements and invoices drawn as PDF.
  paper: { hits: 120, seconds: 3600 },
  wrong_codes_mail: { hits: 1, seconds: 86_400 },
  // for the operator's programs, and the people whom they write to
  service_mail: { hits: 600, seconds: 3600 },
  service_mail_to: { hits: 60, seconds: 3600 },
  service_lookup: { hits: 1200, seconds: 3600 },
  // per factor
  factor_code: { hits: 10, seconds: 600 },
  // per solved challenge: a row means that it was used
  solved_challenge: { hits: 1, seconds: 600 },
  // For the whole service, and never a reason to refuse: sign-ups that sent a mail. Above it they need
  // proof of work. Known and unknown addresses count alike, so that it tells nothing about either.
  signup_mails: { hits: 200, seconds: 600 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** They only keep the load low: far below them nobody waits until a hit is counted. */
const COUNTED_AHEAD: readonly LimitName[] = [
  'directory',
  'program',
  'program_call',
  'read_code',
  'message',
  'typing',
  'look_into_file',
  'look_through',
];

/** After too many wrong passwords for an account, tries wait in line (ms). */
export const PASSWORD_TURNS = {
  /** Each waits at least this long, */
  least: 2000,
  /** and this long after the one before it. */
  apart: 250,
  /** Beyond this a try is refused: its caller would have given up. */
  most: 30_000,
};

export interface Hits {
  over: boolean;
  /** How many more are allowed until then. */
  left: number;
  /** Until the limit resets. */
  seconds: number;
  /** Used part of the limit: 1 when it is used up. */
  share: number;
}

interface Limited {
  db: Database;
  config: Config;
}

const NEVER: Hits = { over: false, left: Number.POSITIVE_INFINITY, seconds: 0, share: 0 };

/** A network may do this many times what one address in it may. */
const NEIGHBOURS = 10;

/**
 * Counts one more for `key`, apart from any change: it counts even if the request fails later, across
 * all servers. Addresses are stored as hashes only.
 */
export async function hitLimit(
  { db, config }: Limited,
  name: LimitName,
  key: string,
  times = 1,
): Promise<Hits> {
  if (!config.rateLimits) return NEVER;
  const most = LIMITS[name].hits * times;
  const hit = { key: rowKey(name, key), seconds: LIMITS[name].seconds };
  const counter = counterOf(db);
  const { hits, seconds } = await (COUNTED_AHEAD.includes(name)
    ? counter.countAhead(hit, most)
    : counter.count(hit));
  return { over: hits > most, left: Math.max(0, most - hits), seconds, share: hits / most };
}

/**
 * Counts one more for a network address and its network, so that a caller with many addresses is still
 * one. What an address is refused does not count for its network.
 */
export async function hitNetwork(
  limited: Limited,
  name: LimitName,
  ip: string | undefined,
): Promise<Hits> {
  const own = await hitLimit(limited, name, networkOf(ip));
  if (own.over) return own;
  const round = await hitLimit(limited, name, networkRound(ip), NEIGHBOURS);
  return round.share > own.share ? round : own;
}

/** Whether a limit is used up, without counting. */
export async function isReached(
  { db, config }: Limited,
  name: LimitName,
  key: string,
): Promise<boolean> {
  if (!config.rateLimits) return false;
  const reached = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', rowKey(name, key))
    .where('hits', '>=', LIMITS[name].hits)
    .where('window_ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return reached !== undefined;
}

/**
 * The next turn of all who try for `key`: how long to wait (ms), or null where too many wait. The row
 * alone keeps the order, for all servers and without holding a connection.
 */
export async function takeTurn({ db }: Pick<Limited, 'db'>, key: string): Promise<number | null> {
  const { least, apart, most } = PASSWORD_TURNS;
  const soonest = sql<Date>`now() + make_interval(secs => ${least / 1000})`;
  const next = sql<Date>`greatest(${soonest},
    rate_limits.window_ends_at + make_interval(secs => ${apart / 1000}))`;
  const taken = await db
    .insertInto('rate_limits')
    .values({ key: rowKey('password_turn', key), hits: 1, window_ends_at: soonest })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ window_ends_at: next })
        .where(sql<boolean>`rate_limits.window_ends_at
          < now() + make_interval(secs => ${(most - apart) / 1000})`),
    )
    .returning(sql<number>`extract(epoch from window_ends_at - now())::float8`.as('seconds'))
    .executeTakeFirst();
  return taken ? taken.seconds * 1000 : null;
}

/** Removes a hit that should not have counted. */
export async function forgetHit({ db }: Limited, name: LimitName, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql<number>`greatest(hits - 1, 0)` })
    .where('key', '=', rowKey(name, key))
    .execute();
}

/**
 * The part of an address that identifies a visitor: IPv6 assigns whole networks. None for a request
 * whose connection is closed.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '';
  return asIPv4(ip) ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** Roughly what one provider assigns: 256 addresses of IPv4, 65,536 networks of IPv6. */
export function networkRound(ip: string | undefined): string {
  if (ip === undefined) return '/0';
  const address = asIPv4(ip);
  if (address) return address.replace(/\d+$/, '0/24');
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

function asIPv4(ip: string): string | undefined {
  return ip.includes(':') ? /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] : ip;
}

function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right];
}

function rowKey(name: LimitName | 'password_turn', key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`;
}
