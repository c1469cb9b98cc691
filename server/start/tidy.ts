import { HELD_HOURS } from '#domain/limits.ts';
import { DAY_MS, HOUR_MS } from '#domain/milliseconds.ts';
import { PROGRAM_USES_DAYS } from '#domain/program-limits.ts';
import { DRAFT_HOURS } from '#domain/request-draft.ts';
import { WEBHOOK_LOG_DAYS } from '#domain/webhook-limits.ts';
import { tidyOAuth } from '../accounts/oauth/tidy-oauth.ts';
import { PROGRAM_METHODS, SESSION_LIMITS } from '../accounts/sessions.ts';
import { tidyVersions } from '../discussions/own-messages.ts';
import { tidyWebFiles } from '../http/shared-web-files.ts';
import type { Context } from '../lifecycle/context.ts';
import { tidyNotifications } from '../notifications/commands.ts';
import { reseal } from './reseal.ts';

/** Longer than mails about alarms are kept: those are compared with the checks of their time. */
const LEDGER_CHECKS_KNOWN_MS = 400 * DAY_MS;
/** Longer than the week within which first hours are compared by them. */
const NETWORKS_LIVE_MS = 14 * 24 * HOUR_MS;
/** At least 24 hours; more, so that a retry after a weekend is recognised. */
const IDEMPOTENCY_KEYS_LIVE_MS = 72 * HOUR_MS;
/** As long as a browser keeps their cookie. */
const DEVICES_KNOWN_MS = 400 * 24 * HOUR_MS;

/** As long as the link that confirms the address they wait for. */
const HELD_REQUESTS_LIVE_MS = HELD_HOURS * HOUR_MS;
/** Nobody follows a link in an older mail. */
const ENDED_LINKS_KNOWN_MS = 30 * 24 * HOUR_MS;

/**
 * Deletes expired rows, such as sessions that can no longer be renewed, and seals anew what is under a key
 * that is being replaced.
 */
export async function tidy({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  await reseal({ db, config });
  await tidyNotifications({ db });
  await tidyVersions({ db });
  await tidyWebFiles({ db });
  const told = new Date(Date.now() - WEBHOOK_LOG_DAYS * DAY_MS);
  await db.deleteFrom('webhook_deliveries').where('happened_at', '<', told).execute();
  const used = new Date(Date.now() - PROGRAM_USES_DAYS * DAY_MS);
  await db.deleteFrom('program_uses').where('last_at', '<', used).execute();
  const before = new Date(Date.now() - IDEMPOTENCY_KEYS_LIVE_MS);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
  const tokens = db.selectFrom('access_tokens').select('id');
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('refreshed_at', '<', new Date(Date.now() - SESSION_LIMITS.inactivityMs)),
        where('created_at', '<', new Date(Date.now() - SESSION_LIMITS.absoluteMs)),
      ]),
    )
    .where('method', 'not in', PROGRAM_METHODS)
    .execute();
  // A program's session lives as long as its token.
  await db
    .deleteFrom('sessions')
    .where('id', 'in', tokens.where('expires_at', '<', new Date()))
    .execute();
  await tidyOAuth({ db });
  const forgotten = new Date(Date.now() - DEVICES_KNOWN_MS);
  await db.deleteFrom('known_devices').where('seen_at', '<', forgotten).execute();
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', new Date()).execute();
  await db
    .deleteFrom('mail_tokens')
    .where('expires_at', '<', new Date(Date.now() - 24 * HOUR_MS))
    .execute();
  await db
    .deleteFrom('ledger_checks')
    .where('created_at', '<', new Date(Date.now() - LEDGER_CHECKS_KNOWN_MS))
    .where('id', '<', ({ selectFrom }) =>
      selectFrom('ledger_checks').select(({ fn }) => fn.max('id').as('newest')),
    )
    .execute();
  await db
    .deleteFrom('ended_links')
    .where('ended_at', '<', new Date(Date.now() - ENDED_LINKS_KNOWN_MS))
    .execute();
  await db
    .deleteFrom('held_requests')
    .where('created_at', '<', new Date(Date.now() - HELD_REQUESTS_LIVE_MS))
    .execute();
  await db
    .deleteFrom('request_drafts')
    .where('created_at', '<', new Date(Date.now() - DRAFT_HOURS * HOUR_MS))
    .execute();
  await db
    .deleteFrom('factor_challenges')
    .where('created_at', '<', new Date(Date.now() - HOUR_MS))
    .execute();
  await db
    .deleteFrom('factors')
    .where('status', '=', 'unverified')
    .where('created_at', '<', new Date(Date.now() - 24 * HOUR_MS))
    .execute();
  for (const table of ['passkey_challenges', 'provider_flows'] as const) {
    const old = new Date(Date.now() - HOUR_MS);
    await db.deleteFrom(table).where('created_at', '<', old).execute();
  }
  await db
    .deleteFrom('auth_codes')
    .where('created_at', '<', new Date(Date.now() - HOUR_MS))
    .execute();
  // Unsent mails whose link or code has expired.
  await db
    .updateTable('mails')
    .set({ words: null })
    .where('words', 'is not', null)
    .where('secret_until', '<', new Date())
    .execute();
  // The last mail to a deleted account, refused by its mailbox.
  await db
    .deleteFrom('mails')
    .where('forget_once_sent', '=', true)
    .where('created_at', '<', new Date(Date.now() - 14 * 24 * HOUR_MS))
    .execute();
  await db
    .updateTable('checkouts')
    .set({ network_hash: null })
    .where('network_hash', 'is not', null)
    .where('created_at', '<', new Date(Date.now() - NETWORKS_LIVE_MS))
    .execute();
  // Addresses of people who never joined.
  await db
    .deleteFrom('invitations')
    .where('accepted_at', 'is', null)
    .where('expires_at', '<', new Date(Date.now() - 30 * 24 * HOUR_MS))
    .execute();
}
