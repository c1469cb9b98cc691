import { memo } from 'react';
import type { Run } from '../text/colored-lines.ts';

/** More of one line is of use to nobody, and would hold up the page. */
const LONGEST = 2000;

/** One line of code; every character of it is plain text. */
export const CodeLine = memo(function CodeLine({
  text,
  runs,
}: {
  text: string;
  runs: readonly Run[] | undefined;
}) {
  if (text.length > LONGEST) {
    const rest = (text.length - LONGEST).toLocaleString('en-US');
    return (
      <>
        {text.slice(0, LONGEST)}
        <span className="text-ink-soft"> … {rest} more characters</span>
      </>
    );
  }
  if (!runs) return text === '' ? '\n' : text;
  return runs.length === 0
    ? '\n'
    : runs.map(({ text: part, className }, place) => (
        <span key={place} className={className}>
          {part}
        </span>
      ));
});

/** How wide the longest line is, in characters. */
export function widthOf(lines: readonly string[]): number {
  return lines.reduce((widest, { length }) => Math.max(widest, Math.min(length, LONGEST)), 0);
}
