import { FENCED, fenceCode } from './fence-code.ts';

/** Anything that Markdown could read as more than words and line breaks. */
const MARKS =
  /[`*_~<>#|[\]\\&]|https?:|www\.|\S@\S|^\s*(?:[-+•]|\d+[.)])\s|^\s*[=-]{2,}\s*$|^(?: {4}|\t)| {2}$/im;

/** Quotes and lists in each other, all on one line: parsing takes time with the square of these. */
const MANY_LEVELS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){20}/m;
/** What may begin or end something; far more than anybody writes outside of code. */
const MARK = /[*_~`[\]!<|&\\]|^[ \t]*[-+>\d]/gm;
const MOST_MARKS = 1500;

/**
 * The paragraphs of a text that is nothing but words, as most messages are, so that nobody waits
 * for Markdown to find that out; null for any other text. A text that is made to keep Markdown
 * busy for seconds is given back as it is.
 */
export function plainParagraphs(text: string): string[] | null {
  if (isTooIntricate(text)) return [text];
  if (MARKS.test(text) || fenceCode(text) !== text) return null;
  return text.trim().split(/\n[^\S\n]*\n\s*/);
}

function isTooIntricate(text: string): boolean {
  const words = text.replace(FENCED, '');
  return MANY_LEVELS.test(words) || (words.match(MARK)?.length ?? 0) > MOST_MARKS;
}
