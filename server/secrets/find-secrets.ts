import { setImmediate as nextTurn } from 'node:timers/promises';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Secret } from '#domain/secret.ts';
import { excerptOf } from '#domain/secret-mask.ts';
import { passwordsIn, type Span } from './passwords.ts';

/** Pieces this long take a few milliseconds each; other requests get their turn in between. */
const PIECE = 64 * 1024;
/** Longer than any key we know, so that none is lost at a cut. */
const OVERLAP = 8 * 1024;
/** Nobody reads on. */
const MAX_FOUND = 100;

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }],
};

/** Keys and passwords in a text, in the order of their places, none inside another. */
export async function findSecrets(text: string): Promise<Secret[]> {
  const found: Span[] = [];
  for (let at = 0; at < text.length && found.length < MAX_FOUND; at += PIECE) {
    const piece = text.slice(at, at + PIECE + OVERLAP);
    const here = [...(await keysIn(piece)), ...passwordsIn(piece)];
    found.push(...here.map((span) => ({ ...span, start: at + span.start, end: at + span.end })));
    await nextTurn();
  }
  return withoutOverlaps(found).map((span) => toSecret(text, span));
}

async function keysIn(content: string): Promise<Span[]> {
  const { messages } = await lintSource({
    source: { filePath: 'text', content, ext: '', contentType: 'text' },
    options: { noPhysicFilePath: true, config },
  });
  return messages.map(({ message, ruleId, range }) => toSpan(content, { message, ruleId, range }));
}

interface Finding {
  message: string;
  ruleId: string;
  range: readonly [start: number, end: number];
}

/**
 * 'found AWS Secret Access Key: wJal...' says what it is and repeats it, and must go no further. Some
 * rules give the place of the name before the key: then the key itself is looked for from there on.
 */
function toSpan(content: string, { message, ruleId, range: [start, end] }: Finding): Span {
  const { kind, key } = /^found (?<kind>[^:]{3,60}?): (?<key>.+)$/is.exec(message)?.groups ?? {};
  const rule = ruleId.split('secretlint-rule-').at(-1) ?? '';
  const at = key ? content.indexOf(key, start) : -1;
  return {
    kind: kind ?? `${rule} key`,
    ...(key && at >= 0 ? { start: at, end: at + key.length } : { start, end }),
  };
}

function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  const inOrder = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const span of inOrder) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
  }
  return kept.slice(0, MAX_FOUND);
}

function toSecret(text: string, { kind, start, end }: Span): Secret {
  const line = text.slice(0, start).split('\n').length;
  return { kind, start, end, line, excerpt: excerptOf(text.slice(start, end)) };
}
