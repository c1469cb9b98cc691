import { lazily } from './lazily.ts';

const characters = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** The beginning of a text, at most `max` UTF-16 units, cut between visible characters. */
export function beginningOf(text: string, max: number): string {
  let end = 0;
  for (const { index, segment } of characters().segment(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // A single character longer than `max`.
  return text.slice(0, end === 0 ? max : end).toWellFormed();
}

/** The same on one line, with … where something was cut. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max - 1).trimEnd()}…`;
}
