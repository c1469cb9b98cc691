import { isRecord } from '../project-texts.ts';

/** A text at a key of something that was read as JSON; null where there is none. */
export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  for (const key of keys) if (typeof value[key] === 'string') return value[key];
  return null;
}

export function listAt(value: unknown, key: string): unknown[] {
  return isRecord(value) && Array.isArray(value[key]) ? value[key] : [];
}

/** A moment, from a text or from seconds or milliseconds since 1970; null for what is none. */
export function instantOf(value: unknown): string | null {
  const number = typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : null;
  const date = new Date(number ?? (typeof value === 'string' ? value.slice(0, 60) : Number.NaN));
  const year = date.getUTCFullYear();
  return year >= 2000 && year < 2100 ? date.toISOString() : null;
}

/** The words of a message's content, which is a text or a list of parts. */
export function wordsOf(content: unknown, depth = 0): string {
  if (typeof content === 'string') return content;
  if (depth > 4) return '';
  if (Array.isArray(content))
    return content
      .slice(0, 200)
      .map((part) => wordsOf(part, depth + 1))
      .filter((text) => text !== '')
      .join('\n');
  if (!isRecord(content) || /tool|thinking|reasoning|image/.test(textAt(content, 'type') ?? ''))
    return '';
  return wordsOf(
    content.text ?? content.parts ?? content.content ?? content.value ?? '',
    depth + 1,
  );
}
