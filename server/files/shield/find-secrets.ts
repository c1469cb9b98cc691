import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Secret } from '#domain/secret.ts';
import { excerptOf } from '#domain/secret-mask.ts';
import { type Found, look } from './scan-text.ts';

/** The most hostile text of this length takes some 20 ms; other requests get their turn in between. */
const PIECE = 8 * 1024;
/** Longer than any key we know, so that none is lost at a cut. */
const OVERLAP = 8 * 1024;
/** What stands before a secret may say what it is. */
const LEAD = 1000;
/** More than a text of the size that is taken can hold: what is masked must be all. */
const MAX_FOUND = 20_000;

/** Keys and passwords in a text, in the order of their places, none inside another. */
export async function findSecrets(text: string): Promise<Secret[]> {
  const found: Found[] = [];
  for (let at = 0; at < text.length && found.length < MAX_FOUND; ) {
    const next = cutAfter(text, at + PIECE);
    const done = found.at(-1)?.end ?? 0;
    const from = Math.max(0, at - LEAD);
    for (const { rule, start, end } of look(text.slice(from, next + OVERLAP), MAX_FOUND)) {
      const place = { start: from + start, end: from + end };
      // What begins in the lead was found before; what begins in the overlap is found whole later.
      if (place.start >= Math.max(at, done) && place.start < next) found.push({ rule, ...place });
    }
    at = next;
    await nextTurn();
  }
  return describe(text, found.slice(0, MAX_FOUND));
}

/** Between two words where there are any, so that no piece begins in the middle of one. */
function cutAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const gap = text.slice(at - 1000, at).search(/\s\S*$/);
  return gap < 0 ? at : at - 1000 + gap + 1;
}

/** Findings as they are told: nothing but the beginning of a secret goes on from here. */
export function describe(text: string, found: readonly Found[]): Secret[] {
  let line = 1;
  let at = 0;
  return found.map(({ rule: { kind, family }, start, end }) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < start; ) {
      line++;
      at = next + 1;
      next = text.indexOf('\n', at);
    }
    return { kind, family, start, end, line, excerpt: excerptOf(text.slice(start, end)) };
  });
}
