/** How much text is looked at in one call. */
export const MAX_SCANNED_TEXT = 100_000;

const SHOWN = 4;
const MASK = '•';

/** Enough to recognise one's own key by, and of no use to anybody else. */
export function excerptOf(secret: string): string {
  const line = secret.split(/\r?\n/)[0] ?? '';
  const shown = line.slice(0, Math.min(SHOWN, Math.floor(line.length / 3)));
  return `${shown.toWellFormed()}${MASK.repeat(8)}`;
}

interface Found {
  kind: string;
  /** In UTF-16 units, as strings count; `end` is the first that is no part of it. */
  start: number;
  end: number;
}

/** The text with its secrets replaced by what they were; the places around them stay. */
export function maskSecrets(text: string, secrets: readonly Found[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end, kind } of secrets.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    masked += `${text.slice(at, start)}[${kind} removed]`;
    at = end;
  }
  return masked + text.slice(at);
}
