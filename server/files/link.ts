import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import type { Config } from '../config/config.ts';
import { fileSecret } from './file-key.ts';

/** A new tab follows its link at once. Source: security checklist B6. */
const DOWNLOAD_SECONDS = 60;
/** A page keeps its pictures for a while; within this, the same address comes again. */
const THUMBNAIL_SECONDS = 600;

/** What links lead to. */
export type LinkKind =
  | 'download'
  | 'thumbnails'
  | 'archives'
  | 'code'
  | 'projects'
  | 'patches'
  | 'hand-backs';

/** One file, or the id of one round of delivery, for one person. */
export interface Linked {
  key: string;
  personId: string;
}

export const linkQuery = z.object({
  person: z.guid().optional(),
  expires: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  signature: z.string().max(100).optional(),
});
export type LinkQuery = z.output<typeof linkQuery>;

/** Opens one file, or all of a round, once a browser follows it, for a minute. */
export function downloadLink(
  config: Config,
  linked: Linked,
  kind: Exclude<LinkKind, 'thumbnails' | 'code'> = 'download',
): { url: string; expires_at: Date } {
  const expires = seconds() + DOWNLOAD_SECONDS;
  return {
    url: address(config, kind, { ...linked, expires }),
    expires_at: new Date(expires * 1000),
  };
}

/** Shows one thumbnail for 10 to 20 minutes. */
export function thumbnailLink(config: Config, linked: Linked): string {
  return address(config, 'thumbnails', { ...linked, expires: aWhileFromNow() });
}

/** Opens a whole version of a project, once a browser follows it, for a minute. */
export function projectLink(config: Config, linked: Linked): { url: string; expires_at: Date } {
  return downloadLink(config, linked, 'projects');
}

/** Opens one file of a version for 10 to 20 minutes, so that pages can show its pictures. */
export function codeLink(config: Config, { id, path, personId }: LinkedCode): string {
  const signed = { key: `${id}/${path}`, personId, expires: aWhileFromNow() };
  const query = signedQuery(config, 'code', signed);
  query.set('path', path);
  return `${config.filesOrigin ?? ''}/files/code/${id}?${query}`;
}

interface LinkedCode {
  id: string;
  path: string;
  personId: string;
}

function aWhileFromNow(): number {
  return (Math.floor(seconds() / THUMBNAIL_SECONDS) + 2) * THUMBNAIL_SECONDS;
}

/**
 * Whom a link was given to; null for an address that is none of ours.
 * @throws Refusal `link_expired` when it is too old, or not as we gave it out
 */
export function personOfLink(
  config: Config,
  kind: LinkKind,
  key: string,
  { person, expires, signature }: LinkQuery,
): string | null {
  if (person === undefined || expires === undefined || signature === undefined) return null;
  const expected = Buffer.from(sign(config, kind, { key, personId: person, expires }));
  const shown = Buffer.from(signature);
  const isOurs = shown.length === expected.length && timingSafeEqual(shown, expected);
  if (!isOurs || expires < seconds()) throw new Refusal('link_expired');
  return person;
}

type Signed = Linked & { expires: number };

function address(config: Config, kind: LinkKind, signed: Signed): string {
  const query = signedQuery(config, kind, signed);
  return `${config.filesOrigin ?? ''}/files/${kind}/${signed.key}?${query}`;
}

function signedQuery(config: Config, kind: LinkKind, signed: Signed): URLSearchParams {
  const signature = sign(config, kind, signed);
  const { personId: person, expires } = signed;
  return new URLSearchParams({ person, expires: String(expires), signature });
}

function sign(config: Config, kind: LinkKind, { key, personId, expires }: Signed): string {
  return createHmac('sha256', fileSecret(config, 'links'))
    .update([kind, key, personId, expires].join('\n'))
    .digest('base64url');
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
