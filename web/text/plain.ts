import { fenceCode } from './fence-code.ts';

/** Anything that Markdown could read as more than words and line breaks. */
const MARKS =
  /[`*_~<>#|[\]\\&]|https?:|www\.|\S@\S|^[^\S\n]*(?:[-+•]|\d+[.)])\s|^[^\S\n]*[=-]{2,}[^\S\n]*$|^(?: {4}|\t)| {2}$/im;

/**
 * The paragraphs of a plain text, as most messages are, so that no one waits
 * for Markdown to find that out; null for any other text.
 */
export function plainParagraphs(text: string): string[] | null {
  if (MARKS.test(text) || fenceCode(text) !== text) return null;
  return text.trim().split(/\n[^\S\n]*\n\s*/);
}
