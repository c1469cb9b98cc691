import type { Rule } from './rule.ts';
import { ADDRESSES } from './rules/addresses.ts';
import { AI } from './rules/ai.ts';
import { CLOUD } from './rules/cloud.ts';
import { CODE_HOSTS } from './rules/code-hosts.ts';
import { KEYS } from './rules/keys.ts';
import { MESSAGES } from './rules/messages.ts';
import { NAMES } from './rules/names.ts';
import { SERVICES } from './rules/services.ts';

/** All kinds of secrets. Where two find the same, the earlier one says what it is. */
export const RULES: readonly Rule[] = [
  ...KEYS,
  ...AI,
  ...CODE_HOSTS,
  ...CLOUD,
  ...SERVICES,
  ...MESSAGES,
  ...ADDRESSES,
  ...NAMES,
];
