import type { Rotation } from '#domain/secret.ts';
import { maskSecrets, Placeholders } from '#domain/secret-mask.ts';
import { describe } from './find-secrets.ts';
import { type Found, look } from './scan-text.ts';

/** More than that in one text is no text to be shared. */
const MAX_FOUND = 200_000;
const MAX_PLACES = 50;
/** What stood in two secrets' way of being found may be gone with the first. */
const ROUNDS = 3;
const PLACEHOLDER = /\{\{SECRET:\w+:\d+\}\}/g;

/** Replaces the secrets of many texts, and keeps account of them. */
export class Masking {
  private readonly placeholders: Placeholders;
  private readonly rotations = new Map<string, Rotation>();
  private readonly dummies = new Map<string, string>();
  private readonly settings = new Map<string, string>();

  constructor(placeholders = new Placeholders()) {
    this.placeholders = placeholders;
  }

  /** The text, or the name of a file, without its secrets; null where some could not be replaced. */
  text(text: string, path: string | null, isName = false): string | null {
    let masked = text;
    for (let round = 0; round < ROUNDS; round++) {
      const found = look(masked, MAX_FOUND);
      if (found.length === 0) return masked;
      if (found.length === MAX_FOUND) return null;
      const secrets = describe(masked, found);
      secrets.forEach(({ kind, family, start, end, line, excerpt }, at) => {
        const secret = masked.slice(start, end);
        const placeholder = this.placeholders.of(family, secret);
        const rotation = this.rotations.get(placeholder) ?? {
          kind,
          placeholder,
          excerpt,
          places: [],
        };
        if (rotation.places.length < MAX_PLACES)
          rotation.places.push({ path, line: isName ? 0 : line });
        this.rotations.set(placeholder, rotation);
        const [rule] = found.slice(at, at + 1);
        if (rule) this.dummies.set(placeholder, dummyOf(rule, secret));
      });
      masked = maskSecrets(masked, secrets, this.placeholders);
      this.noteSettings(masked, secrets);
    }
    return look(masked, 1).length === 0 ? masked : null;
  }

  /** "Rotate these". */
  get rotate(): Rotation[] {
    return [...this.rotations.values()];
  }

  /** A `.env` with harmless values in the place of the secrets, by which the program starts. */
  get dummyEnv(): string {
    const lines = [...this.settings].map(([name, value]) => `${name}=${this.filledIn(value)}`);
    const used = new Set([...this.settings.values()].flatMap((value) => value.match(PLACEHOLDER)));
    const others = this.rotate
      .filter(({ placeholder }) => !used.has(placeholder))
      .map(({ kind, placeholder, places: [first] }) => {
        const name = placeholder.replace(/\W+/g, '_').replace(/^_|_$/g, '').toUpperCase();
        const place = `${first?.path ?? 'the file'}, ${first?.line ? `line ${first.line}` : 'a name'}`;
        return `# ${kind}: put it in the place of ${placeholder} (${place})\n${name}=${this.filledIn(placeholder)}`;
      });
    return [...lines, ...others].map((line) => `${line}\n`).join('');
  }

  private filledIn(value: string): string {
    return value.replace(PLACEHOLDER, (placeholder) => {
      return this.dummies.get(placeholder) ?? placeholder;
    });
  }

  private noteSettings(masked: string, secrets: readonly unknown[]): void {
    if (secrets.length > 500) return;
    for (const line of masked.split('\n')) {
      if (!line.includes('{{SECRET:')) continue;
      const setting = settingOf(line);
      if (setting && !this.settings.has(setting.name))
        this.settings.set(setting.name, setting.value);
    }
  }
}

const LONGEST = 48;

/**
 * A harmless value of the same form, so that a program starts with it: `sk_test_0000…` for a payment
 * key. No service takes it, and no rule finds it.
 */
function dummyOf({ rule }: Pick<Found, 'rule'>, secret: string): string {
  const beginning = rule.words.find((word) => secret.toLowerCase().startsWith(word));
  if (beginning === undefined || /\s/.test(secret))
    return `dummy-${rule.family.replaceAll('_', '-')}`;
  const kept = secret.slice(0, beginning.length).replace('_live_', '_test_');
  return kept + '0'.repeat(Math.max(8, Math.min(LONGEST, secret.length) - kept.length));
}

/** `DB_PASSWORD=…` or `DB_PASSWORD: …`, alone in its line, which neither begins nor ends with blanks. */
const SETTING = /^(?:export[ \t]+|-[ \t]+)?["']?([A-Z][A-Z0-9_]{1,60})["']?[ \t]*[=:](.*?),?$/;
const LONGEST_SETTING = 400;

/** The name and the value of the setting in whose line a placeholder stands, if it is one. */
function settingOf(line: string): { name: string; value: string } | null {
  const [, name, after = ''] = SETTING.exec(line.trim()) ?? [];
  const value = after.trim();
  if (name === undefined || value.length > LONGEST_SETTING) return null;
  return { name, value: value.replace(/^(["'])(.*)\1$/, '$2') };
}
