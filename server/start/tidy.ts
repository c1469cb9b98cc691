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
import { doAll } from './do-all.ts';
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

type Parts = Pick<Context, 'db' | 'config'>;

/**
 * Deletes expired rows, such as sessions that can no longer be renewed, and seals anew what is under a key
 * that is being replaced. What fails holds up nothing of the rest.
 * @throws AggregateError with all failures
 */
export function tidy(parts: Parts): Promise<void> {
  return doAll(PARTS.map((part) => () => part(parts)));
}

const PARTS: readonly ((parts: Parts) => Promise<unknown>)[] = [
  reseal,
  tidyNotifications,
  tidyVersions,
  tidyWebFiles,
  ({ db }) =>
    db
      .deleteFrom('webhook_deliveries')
      .where('happened_at', '<', ago(WEBHOOK_LOG_DAYS * DAY_MS))
      .execute(),
  ({ db }) =>
    db
      .deleteFrom('program_uses')
      .where('last_at', '<', ago(PROGRAM_USES_DAYS * DAY_MS))
      .execute(),
  ({ db }) =>
    db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', ago(IDEMPOTENCY_KEYS_LIVE_MS))
      .execute(),
  ({ db }) =>
    db
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('refreshed_at', '<', ago(SESSION_LIMITS.inactivityMs)),
          where('created_at', '<', ago(SESSION_LIMITS.absoluteMs)),
        ]),
      )
      .where('method', 'not in', PROGRAM_METHODS)
      .execute(),
  // A program's session lives as long as its token.
  ({ db }) =>
    db
      .deleteFrom('sessions')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('access_tokens').select('id').where('expires_at', '<', new Date()),
      )
      .execute(),
  tidyOAuth,
  ({ db }) => db.deleteFrom('known_devices').where('seen_at', '<', ago(DEVICES_KNOWN_MS)).execute(),
  ({ db }) => db.deleteFrom('rate_limits').where('window_ends_at', '<', new Date()).execute(),
  ({ db }) => db.deleteFrom('mail_tokens').where('expires_at', '<', ago(DAY_MS)).execute(),
  ({ db }) =>
    db
      .deleteFrom('ledger_checks')
      .where('created_at', '<', ago(LEDGER_CHECKS_KNOWN_MS))
      .where('id', '<', ({ selectFrom }) =>
        selectFrom('ledger_checks').select(({ fn }) => fn.max('id').as('newest')),
      )
      .execute(),
  ({ db }) =>
    db.deleteFrom('ended_links').where('ended_at', '<', ago(ENDED_LINKS_KNOWN_MS)).execute(),
  ({ db }) =>
    db.deleteFrom('held_requests').where('created_at', '<', ago(HELD_REQUESTS_LIVE_MS)).execute(),
  ({ db }) =>
    db
      .deleteFrom('request_drafts')
      .where('created_at', '<', ago(DRAFT_HOURS * HOUR_MS))
      .execute(),
  ({ db }) => db.deleteFrom('factor_challenges').where('created_at', '<', ago(HOUR_MS)).execute(),
  ({ db }) =>
    db
      .deleteFrom('factors')
      .where('status', '=', 'unverified')
      .where('created_at', '<', ago(DAY_MS))
      .execute(),
  ({ db }) => db.deleteFrom('passkey_challenges').where('created_at', '<', ago(HOUR_MS)).execute(),
  ({ db }) => db.deleteFrom('provider_flows').where('created_at', '<', ago(HOUR_MS)).execute(),
  ({ db }) => db.deleteFrom('auth_codes').where('created_at', '<', ago(HOUR_MS)).execute(),
  // Unsent mails whose link or code has expired.
  ({ db }) =>
    db
      .updateTable('mails')
      .set({ words: null })
      .where('words', 'is not', null)
      .where('secret_until', '<', new Date())
      .execute(),
  // The last mail to a deleted account, refused by its mailbox.
  ({ db }) =>
    db
      .deleteFrom('mails')
      .where('forget_once_sent', '=', true)
      .where('created_at', '<', ago(14 * DAY_MS))
      .execute(),
  ({ db }) =>
    db
      .updateTable('checkouts')
      .set({ network_hash: null })
      .where('network_hash', 'is not', null)
      .where('created_at', '<', ago(NETWORKS_LIVE_MS))
      .execute(),
  // Addresses of people who never joined.
  ({ db }) =>
    db
      .deleteFrom('invitations')
      .where('accepted_at', 'is', null)
      .where('expires_at', '<', ago(30 * DAY_MS))
      .execute(),
];

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}
