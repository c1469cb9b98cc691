import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

export interface Limit {
  hits: number;
  seconds: number;
}

/** Every limit by number. Source: auth wire contract, section 7; security checklist, D11. */
export const LIMITS = {
  // for one network address
  signup: { hits: 30, seconds: 300 },
  recover: { hits: 30, seconds: 300 },
  resend: { hits: 30, seconds: 300 },
  update_user: { hits: 30, seconds: 300 },
  verify: { hits: 30, seconds: 300 },
  token: { hits: 150, seconds: 300 },
  factors: { hits: 60, seconds: 300 },
  waitlist: { hits: 10, seconds: 600 },
  billing_service: { hits: 600, seconds: 60 },
  invitation: { hits: 30, seconds: 300 },
  // for one e-mail address
  signup_mail: { hits: 1, seconds: 60 },
  // Of its own: the button under a sign-up just made must work at the first press.
  resend_mail: { hits: 1, seconds: 60 },
  recovery_mail: { hits: 1, seconds: 60 },
  reauthentication_mail: { hits: 1, seconds: 60 },
  failed_password: { hits: 10, seconds: 600 },
  code_try: { hits: 20, seconds: 3600 },
  // for one person
  export: { hits: 10, seconds: 3600 },
  upload: { hits: 200, seconds: 3600 },
  payout: { hits: 30, seconds: 3600 },
  request: { hits: 200, seconds: 3600 },
  // More than anybody types; what was written without a line goes out within minutes.
  message: { hits: 200, seconds: 60 },
  report: { hits: 20, seconds: 3600 },
  typing: { hits: 40, seconds: 60 },
  search: { hits: 120, seconds: 60 },
  secret_scan: { hits: 300, seconds: 600 },
  look_through: { hits: 300, seconds: 60 },
  compare: { hits: 60, seconds: 600 },
  backup_code: { hits: 10, seconds: 600 },
  wrong_codes_mail: { hits: 1, seconds: 86_400 },
  // for programs of the operator, and the people whom they write to
  service_mail: { hits: 600, seconds: 3600 },
  service_mail_to: { hits: 60, seconds: 3600 },
  service_lookup: { hits: 1200, seconds: 3600 },
  // for one factor
  factor_code: { hits: 10, seconds: 600 },
  // for the whole service
  mails: { hits: 1000, seconds: 3600 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** How long a try waits once an account has seen too many wrong passwords. */
export const FAILED_PASSWORD_DELAY_MS = 2000;

export interface Hits {
  over: boolean;
  /** Until the limit starts anew. */
  seconds: number;
}

type Limited = Pick<Context, 'db' | 'config'>;

const NEVER: Hits = { over: false, seconds: 0 };

/**
 * Counts one more for `key`, on its own and at once: it counts even if the request fails later, and
 * for all servers together. Addresses are kept as hashes only.
 */
export async function hitLimit(
  { db, config }: Limited,
  name: LimitName,
  key: string,
): Promise<Hits> {
  if (!config.rateLimits) return NEVER;
  const { hits, seconds } = LIMITS[name];
  const end = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const isOver = sql<boolean>`rate_limits.window_ends_at <= now()`;
  const row = await db
    .insertInto('rate_limits')
    .values({ key: rowKey(name, key), hits: 1, window_ends_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${isOver} then 1 else least(rate_limits.hits, 1000000) + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then ${end} else rate_limits.window_ends_at end`,
      }),
    )
    .returning(['hits', remaining])
    .executeTakeFirstOrThrow();
  return { over: row.hits > hits, seconds: row.seconds };
}

/** Takes one back that should not have counted. */
export async function forgetHit({ db }: Limited, name: LimitName, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql<number>`greatest(hits - 1, 0)` })
    .where('key', '=', rowKey(name, key))
    .execute();
}

const remaining =
  sql<number>`greatest(1, ceil(extract(epoch from window_ends_at - now())))::int`.as('seconds');

/**
 * An address as far as it tells one visitor from another: IPv6 hands out whole networks. A request
 * whose connection is gone by now has none.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

function rowKey(name: LimitName, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`;
}
