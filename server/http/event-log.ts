import type { FastifyRequest } from 'fastify';

type AccountEvent =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'reset_requested'
  | 'link_followed'
  | 'link_refused'
  | 'password_changed'
  | 'password_confirmed'
  | 'factor_added'
  | 'factor_removed'
  | 'second_factor_shown'
  | 'second_factor_refused'
  | 'backup_codes_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_confirmed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'joined'
  | 'token_created'
  | 'token_revoked'
  | 'webhook_created'
  | 'program_connected'
  | 'program_disconnected'
  | 'exported'
  | 'account_deleted'
  | 'refresh_token_reused'
  | 'limit_reached';

/** Worth a look when they are frequent. */
const WARNINGS: readonly AccountEvent[] = ['refresh_token_reused', 'limit_reached'];

/**
 * Logs one line for security reviews: who, from where, by which call. Never a password, token, code or
 * email address. Source: security checklist I2.
 */
export function logEvent(
  request: FastifyRequest,
  event: AccountEvent,
  details: Partial<
    Record<'user_id' | 'method' | 'limit' | 'scope' | 'token_id' | 'webhook_id', string>
  > = {},
): void {
  const level = WARNINGS.includes(event) ? 'warn' : 'info';
  const route = request.routeOptions.url;
  request.log[level]({ event, ...details, ip: request.ip, route }, `account: ${event}`);
}
