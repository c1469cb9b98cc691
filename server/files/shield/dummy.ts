import type { Found } from './look.ts';

const LONGEST = 48;

/**
 * A harmless value of the same form, so that a program starts with it: `sk_test_0000…` for a payment
 * key. No service takes it, and no rule finds it.
 */
export function dummyOf({ rule }: Pick<Found, 'rule'>, secret: string): string {
  const beginning = rule.words.find((word) => secret.toLowerCase().startsWith(word));
  if (beginning === undefined || /\s/.test(secret))
    return `dummy-${rule.family.replaceAll('_', '-')}`;
  const kept = secret.slice(0, beginning.length).replace('_live_', '_test_');
  return kept + '0'.repeat(Math.max(8, Math.min(LONGEST, secret.length) - kept.length));
}

/** `DB_PASSWORD=…` or `DB_PASSWORD: …`, alone in its line. */
const SETTING =
  /^[ \t]*(?:export[ \t]+|-[ \t]+)?["']?([A-Z][A-Z0-9_]{1,60})["']?[ \t]*[=:][ \t]*(.{0,400}?)[ \t]*,?$/;

/** The name and the value of the setting in whose line a placeholder stands, if it is one. */
export function settingOf(line: string): { name: string; value: string } | null {
  const [, name, value = ''] = SETTING.exec(line.replace(/\r$/, '')) ?? [];
  if (name === undefined) return null;
  return { name, value: value.replace(/^(["'])(.*)\1$/, '$2') };
}
