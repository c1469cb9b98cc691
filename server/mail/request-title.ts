import { shortened } from '#domain/cut-text.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { splitDescription } from '#domain/ticket-words.ts';

const MOST_CHARACTERS = 120;

/**
 * The title of a request in a mail, without marks. Cut, as many people write all that they have to say in one
 * line, and what a mail is about comes after it.
 */
export function requestTitle({ description }: { description: string }): string {
  return shortened(splitDescription(withoutMarks(description)).title, MOST_CHARACTERS);
}
