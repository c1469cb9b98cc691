import { describe } from '../../files/shield/find-secrets.ts';
import { look } from '../../files/shield/scan-text.ts';
import type { Changed } from './changed-files.ts';
import { item, type SafetyItem } from './safety-item.ts';

const MOST = 10;
/** With those that were there before. */
const MOST_KNOWN = 1000;

/** Keys and passwords in a changed text that were not in it before. */
export function newSecrets({ file: { path }, text, textBefore }: Changed): SafetyItem[] {
  if (text === null) return [];
  const found = look(text, MOST_KNOWN).filter(({ start, end }) => {
    return !textBefore.includes(text.slice(start, end));
  });
  return describe(text, found.slice(0, MOST)).map(({ kind, line, excerpt }) =>
    item(
      'secret',
      'warning',
      `What looks like a key is written into the code (${kind}, ${excerpt}): whoever has the code has it. Ask the unblocker to take it out, and replace it where it was issued.`,
      path,
      line,
    ),
  );
}
