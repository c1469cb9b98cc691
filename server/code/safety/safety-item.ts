import type { SafetyReport } from '#domain/safety-report.ts';

export type SafetyItem = SafetyReport['items'][number];

/** Something to look at, of one file and perhaps a line of it. */
export function item(
  kind: SafetyItem['kind'],
  level: SafetyItem['level'],
  text: string,
  path: string | null = null,
  line: number | null = null,
): SafetyItem {
  return { kind, level, text, path, line };
}

/** A part of a stranger's text, short enough for a sentence. */
export function shown(text: string, most = 120): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).toWellFormed()}…`;
}
