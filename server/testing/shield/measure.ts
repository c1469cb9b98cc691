import { maskSecrets } from '#domain/secret-mask.ts';
import { look } from '../../files/shield/scan-text.ts';
import type { Case } from './corpus.ts';

export interface Measured {
  missed: string[];
  wrong: string[];
  /** For people: "71 of 72 found (98.6%), …". */
  words: string;
}

/** How many of these secrets are found whole, and how many texts without one are warned of. */
export function measure(secrets: readonly Case[], lookAlikes: readonly string[]): Measured {
  const missed = secrets.filter((each) => !isFound(each)).map(([kind]) => kind);
  const wrong = lookAlikes.filter((text) => look(text, 9).length > 0);
  const rate = (part: number, all: number) =>
    `${part} of ${all} (${((100 * part) / all).toFixed(1)}%)`;
  const found = rate(secrets.length - missed.length, secrets.length);
  const warned = rate(wrong.length, lookAlikes.length);
  return { missed, wrong, words: `${found} found, ${warned} warned of wrongly` };
}

/** Whether nothing of the marked parts is left once what was found is masked. */
function isFound([, marked]: Case): boolean {
  const secrets = [...marked.matchAll(/«([^»]+)»/g)].map(([, secret = '']) => secret);
  const text = marked.replace(/[«»]/g, '');
  const found = look(text, 99).map(({ rule, start, end }) => ({ family: rule.family, start, end }));
  const left = maskSecrets(text, found);
  return secrets.every((secret) => !left.includes(secret.slice(-Math.ceil(secret.length / 2))));
}
