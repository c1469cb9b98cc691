import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type InputProblem, Refusal } from '#domain/refusals.ts';
import { foundSecretSchema, SecretsFound } from '#domain/secret.ts';
import { isOutage } from '../database/database-errors.ts';

/** The body of every error under /api. Source: contract, "HTTP" (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    items: z.array(foundSecretSchema).optional().describe('With the code secrets_found'),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Problem' });

/** Turns any error into a refusal that may be shown; unexpected ones become `internal`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode !== undefined && statusCode < 500) return fromHttp(statusCode);
  if (isOutage(error)) return new Refusal('unavailable');
  return new Refusal('internal');
}

/**
 * Sends an error as a problem (RFC 9457), and logs faults of ours.
 * @param more members for the callers of some routes
 */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  more: (refusal: Refusal) => object = () => ({}),
): FastifyReply {
  const refusal = toRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: error }, refusal.code);
  logAccess(request, refusal);
  setRetryAfter(refusal.status, reply);
  letSenderFinish(error, request, reply);
  return reply
    .code(refusal.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ ...problemOf(refusal), request_id: request.id, ...more(refusal) });
}

/** The body for a refusal. */
export function problemOf(refusal: Refusal): z.infer<typeof problemSchema> {
  return {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal instanceof SecretsFound && { items: [...refusal.items] }),
  };
}

/** Sets Retry-After, unless it is set. */
export function setRetryAfter(status: number, reply: FastifyReply): void {
  if ((status === 503 || status === 429) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', '5');
}

/** As much of a body that is too large as we let a caller send to its end. */
const MOST_UNREAD_BYTES = 25 * 1024 * 1024;

/** A caller whose connection is closed while it still sends often does not read the answer. */
export function letSenderFinish(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if ((error as Partial<FastifyError>).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return;
  const isBounded = Number(request.headers['content-length']) <= MOST_UNREAD_BYTES;
  if (isBounded) void reply.removeHeader('connection');
}

interface ValidationFailure {
  validation: readonly { instancePath: string; message?: string | undefined }[];
  validationContext?: string | undefined;
}

function fromValidation(error: ValidationFailure): Refusal {
  // A malformed id gets the answer of an unknown one.
  if (error.validationContext === 'params') return new Refusal('not_found');
  const errors: InputProblem[] = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'Not valid',
  }));
  return new Refusal('invalid_input', errors.length === 1 ? errors[0]?.message : undefined, errors);
}

function fromHttp(statusCode: number): Refusal {
  if (statusCode === 404) return new Refusal('not_found');
  if (statusCode === 413) return new Refusal('payload_too_large');
  if (statusCode === 415) return new Refusal('unsupported_media_type');
  if (statusCode === 429) return new Refusal('too_many_requests');
  return new Refusal('malformed_request');
}

/**
 * Logs a call refused because of its caller: no session, no permission, or not visible to them. Source:
 * security checklist I2.
 */
function logAccess(request: FastifyRequest, { status, code }: Refusal): void {
  const { schema, url: route } = request.routeOptions;
  const isHidden = status === 404 && schema?.security !== undefined;
  if (status !== 401 && status !== 403 && !isHidden) return;
  const line = { event: 'access_refused', code, user_id: personBehind(request), ip: request.ip };
  request.log.info({ ...line, route }, 'access: refused');
}

function personBehind({ viewer, claims }: FastifyRequest): string | null {
  if (viewer && !(viewer instanceof Refusal)) return viewer.id;
  return claims?.user_id ?? null;
}
