const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text, of at most `max` UTF-16 units: no character that people see is cut. */
export function beginningOf(text: string, max: number): string {
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // One character that is longer than all there is room for.
  return text.slice(0, end === 0 ? max : end).toWellFormed();
}

/** The same of what is shown in one line, with … where something was cut. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max - 1).trimEnd()}…`;
}
