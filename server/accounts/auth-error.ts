import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PASSWORD_MINIMUM } from '#domain/password.ts';
import { Refusal } from '#domain/refusals.ts';
import { databaseCode } from '../database/database-errors.ts';
import { letSenderFinish, setRetryAfter, toRefusal } from '../http/problems.ts';

/** The auth errors: code, default status and message. Source: auth wire contract, section 2. */
const authErrors = {
  validation_failed: [400, 'Some of what was sent is missing or not valid.'],
  bad_json: [400, 'Could not parse request body as JSON'],
  not_found: [404, 'There is nothing here.'],
  weak_password: [422, `Password should be at least ${PASSWORD_MINIMUM} characters.`],
  user_already_exists: [422, 'User already registered'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  phone_provider_disabled: [422, 'Phone logins are disabled'],
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [400, 'Email not confirmed'],
  user_banned: [403, 'User is banned'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  otp_expired: [403, 'Token has expired or is invalid'],
  same_password: [422, 'New password should be different from the old password.'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'Current password required when setting new password.'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  reauthentication_needed: [400, 'Please confirm your password first'],
  insufficient_aal: [403, 'AAL2 required'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  mfa_challenge_expired: [422, 'MFA challenge has expired'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_verified_factor_exists: [
    422,
    'Recovery codes are already enrolled for this user, use regenerate to rotate them',
  ],
  mfa_recovery_codes_sole_factor: [
    422,
    'At least one other verified factor is required to generate recovery codes',
  ],
  mfa_recovery_codes_locked: [429, 'Too many failed verification attempts, try again later'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  too_many_enrolled_mfa_factors: [
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  webauthn_challenge_not_found: [400, 'Please try again: this was asked for by another page'],
  webauthn_challenge_expired: [400, 'Please try again: that took too long'],
  webauthn_verification_failed: [400, 'This passkey was not accepted'],
  webauthn_credential_exists: [422, 'This device has a passkey for an account already'],
  passkey_not_found: [404, 'Passkey not found'],
  too_many_passkeys: [422, 'You have as many passkeys as there may be. Please remove one first.'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  identity_not_found: [404, 'Identity not found'],
  identity_already_exists: [422, 'This account is connected with another person here'],
  single_identity_not_deletable: [422, 'Your email address always signs you in'],
  provider_email_needs_verification: [
    422,
    'This account has no confirmed email address, so it cannot sign you in here',
  ],
  bad_oauth_state: [400, 'This sign-in was begun in another browser, or too long ago'],
  bad_oauth_callback: [400, 'The other service did not confirm who you are. Please try again.'],
  captcha_failed: [
    400,
    'Many people sign up at the moment, so this sign-up has to show some work: solve what GET /auth/v1/challenge asks for and send it as captcha_token.',
  ],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  conflict: [
    409,
    'Too many concurrent token refresh requests on the same session or refresh token',
  ],
  request_entity_too_large: [413, 'Request body too large'],
  request_timeout: [504, 'Processing this request timed out, please retry after a moment.'],
  unexpected_failure: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

type AuthErrorCode = keyof typeof authErrors;

interface Details {
  status?: number;
  /** Why a password is weak: `length` or `pwned`. */
  reasons?: string[];
  /** In seconds. */
  retryAfter?: number;
}

/** An error of /auth/v1, in the form that the auth client understands. */
export class AuthRefusal extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: AuthErrorCode, message?: string, details: Details = {}) {
    super(message ?? authErrors[code][1]);
    this.name = 'AuthRefusal';
    this.code = code;
    this.status = details.status ?? authErrors[code][0];
    this.details = details;
  }
}

const API_VERSION = '2024-01-01';

/** Sends an error in the form that the caller's API version expects. Source: section 2. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, status, message, details } = toAuthRefusal(error);
  if (status >= 500) request.log.error({ err: error }, code);
  const asked = request.headers['x-supabase-api-version'];
  const isCurrent =
    typeof asked === 'string' && /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= API_VERSION;
  const weakness = details.reasons && { weak_password: { reasons: details.reasons } };
  if (isCurrent) void reply.header('x-supabase-api-version', API_VERSION);
  if (details.retryAfter !== undefined)
    void reply.header('retry-after', String(details.retryAfter));
  setRetryAfter(status, reply);
  letSenderFinish(error, request, reply);
  return reply
    .code(status)
    .header('x-sb-error-code', code)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(
      isCurrent
        ? { code, message, ...weakness }
        : { code: status, error_code: code, msg: message, ...weakness },
    );
}

/** Where no better time is known. */
const WAIT_SECONDS = 30;

function toAuthRefusal(error: unknown): AuthRefusal {
  if (error instanceof AuthRefusal) return error;
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new AuthRefusal('request_timeout');
  if (error instanceof Refusal && error.code === 'too_many_requests') {
    return new AuthRefusal('over_request_rate_limit', undefined, { retryAfter: WAIT_SECONDS });
  }
  if (statusCode === 413) return new AuthRefusal('request_entity_too_large');
  if (statusCode === 404) return new AuthRefusal('not_found');
  if (statusCode >= 400 && statusCode < 500) return new AuthRefusal('bad_json');
  // A locked row, or a statement that timed out.
  if (['55P03', '57014'].includes(databaseCode(error))) return new AuthRefusal('request_timeout');
  return new AuthRefusal('unexpected_failure', undefined, { status: toRefusal(error).status });
}
