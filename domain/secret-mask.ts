/** Characters scanned in one call. */
export const MAX_SCANNED_TEXT = 100_000;

const SHOWN = 4;
const MASK = '•';

/** Enough to recognise one's own key, and useless to others. */
export function excerptOf(secret: string): string {
  const line = secret.split(/\r?\n/)[0] ?? '';
  const shown = line.slice(0, Math.min(SHOWN, Math.floor(line.length / 3)));
  return `${shown.toWellFormed()}${MASK.repeat(8)}`;
}

/** Placeholders for secrets: `{{SECRET:stripe:1}}`. The same secret has the same one. */
export class Placeholders {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /**
   * @param values what placeholders stand for that are in use already
   * @param taken others in use, which stand for what is not known here
   */
  constructor(values: Readonly<Record<string, string>> = {}, taken: readonly string[] = []) {
    for (const [placeholder, secret] of Object.entries(values)) this.known.set(secret, placeholder);
    for (const placeholder of [...Object.keys(values), ...taken]) {
      const [, family = '', count] = /^\{\{SECRET:(\w+):(\d+)\}\}$/.exec(placeholder) ?? [];
      this.counts.set(family, Math.max(this.counts.get(family) ?? 0, Number(count ?? 0)));
    }
  }

  /** What each placeholder stands for. */
  get values(): Record<string, string> {
    return Object.fromEntries(
      [...this.known].map(([secret, placeholder]) => [placeholder, secret]),
    );
  }

  of(family: string, secret: string): string {
    const known = this.known.get(secret);
    if (known !== undefined) return known;
    const placeholder = `{{SECRET:${family}:${this.next(family, secret)}}}`;
    this.known.set(secret, placeholder);
    return placeholder;
  }

  protected next(family: string, _secret: string): number {
    const count = (this.counts.get(family) ?? 0) + 1;
    this.counts.set(family, count);
    return count;
  }
}

interface Found {
  family: string;
  /** In UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

/**
 * A text with placeholders for its secrets; the rest stays.
 * @param placeholders those of other texts shared with it, to continue their numbers
 */
export function maskSecrets(
  text: string,
  secrets: readonly Found[],
  placeholders = new Placeholders(),
): string {
  let masked = '';
  let at = 0;
  for (const { start, end, family } of secrets.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    masked += text.slice(at, start) + placeholders.of(family, text.slice(start, end));
    at = end;
  }
  return masked + text.slice(at);
}
