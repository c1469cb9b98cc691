import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fits, WORK } from '#domain/proof-of-work.ts';
import type { Config } from '../config/config.ts';
import { logEvent } from '../http/event-log.ts';
import { hitLimit } from '../http/limits.ts';
import { AuthRefusal } from './auth-error.ts';
import { isObject, type Members, members } from './body-fields.ts';

/** A challenge for the sign-up page. */
export const challengeSchema = z.object({
  challenge: z.string(),
  algorithm: z.literal(WORK.algorithm),
  iterations: z.int(),
  zero_bits: z.int(),
  expires_at: z.int().describe('Unix seconds'),
});

const LIFE_SECONDS = 300;
/** `{expiry}.{random}.{signature}.{nonce}` */
const SOLVED = /^((\d{10})\.[\w-]{22})\.([\w-]{43})\.(\d{1,10})$/;

/** GET /challenge: signed, so that nothing is stored until it is solved. */
export function newChallenge(config: Config): z.infer<typeof challengeSchema> {
  const expires_at = Math.floor(Date.now() / 1000) + LIFE_SECONDS;
  const text = `${expires_at}.${randomBytes(16).toString('base64url')}`;
  return { challenge: `${text}.${sign(config, text).toString('base64url')}`, ...WORK, expires_at };
}

/**
 * Requires a solved challenge for the sign-up's address, unused and not expired, where the auth client
 * puts a captcha.
 * @throws AuthRefusal `captcha_failed`
 */
export async function requireWork(request: FastifyRequest, email: string): Promise<void> {
  const solved = SOLVED.exec(captchaToken(members(request.body)));
  if (solved && (await isGood(request, solved, email))) return;
  logEvent(request, 'limit_reached', { limit: 'sign_up_work' });
  throw new AuthRefusal('captcha_failed');
}

async function isGood(request: FastifyRequest, solved: RegExpExecArray, email: string) {
  const { context } = request.server;
  const [, text = '', expiry, signature = '', nonce = ''] = solved;
  const isOurs = timingSafeEqual(sign(context.config, text), Buffer.from(signature, 'base64url'));
  if (!isOurs || Number(expiry) * 1000 < Date.now()) return false;
  const challenge = `${text}.${signature}`;
  if (!(await fits({ challenge, ...WORK }, email, nonce))) return false;
  // Last, so that only a valid one is used up.
  return !(await hitLimit(context, 'solved_challenge', text)).over;
}

function captchaToken(body: Members): string {
  const security = Object.hasOwn(body, 'gotrue_meta_security') && body.gotrue_meta_security;
  const token = isObject(security) ? security.captcha_token : undefined;
  return typeof token === 'string' ? token : '';
}

function sign({ jwtKey }: Config, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', jwtKey.d ?? '', '', 'unblock challenges', 32));
  return createHmac('sha256', key).update(text).digest();
}
