import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ownOrigins } from '../config/own-address.ts';

const MAX_LENGTH = 2000;
/** Browsers read a backslash as a slash, and drop line breaks and tabs. */
const MISREAD = /[\\\s\p{Cc}]/u;

/**
 * The page to which a mail link leads: a page of ours, else our front page. Never an error, never
 * another origin. Taken from the query's `redirect_to`, or else the calling page. Source: auth wire
 * contract, section 6; security checklist A8.
 */
export function redirectTarget(config: Config, request: FastifyRequest): string {
  const { redirect_to } = request.query as { redirect_to?: unknown };
  return safeRedirect(config, redirect_to ?? request.headers.referer);
}

/** `wanted` when it is one of our addresses, without its fragment; else our front page. */
export function safeRedirect(config: Config, wanted: unknown): string {
  const home = new URL(config.publicUrl);
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || MISREAD.test(wanted)) {
    return home.href;
  }
  // Compared with our exact spelling, so that no two parsers can disagree on the host.
  const origin = ownOrigins(config.publicUrl).find(
    (own) => wanted === own || (wanted.startsWith(own) && /^[/?#]/.test(wanted.slice(own.length))),
  );
  if (!origin || !URL.canParse(wanted)) return home.href;
  const target = new URL(wanted);
  if (target.origin !== origin || target.username || target.password) return home.href;
  target.hash = '';
  return target.href;
}

/** `target` with these values added to its query. */
export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** `target` with values in its fragment, which is not sent to any server. */
export function withFragment(target: string, values: Record<string, string>): string {
  return `${target}#${new URLSearchParams(values)}`;
}
