import { withoutMarks } from '#domain/plain-text.ts';
import { ticketStatuses } from '#domain/ticket-status.ts';
import { type LetterContent, SIGNATURE, UNSUBSCRIBE } from './letter.ts';

/** A mail as plain text; says all that the HTML says. */
export function textPart(letter: LetterContent): string {
  const {
    paragraphs,
    progress,
    lists = [],
    facts = [],
    quote,
    code,
    button,
    notes = [],
    unsubscribeUrl,
  } = letter;
  return [
    ...paragraphs,
    progress && `${ticketStatuses[progress.status].label}. ${progress.turn.sentence}.`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    quote?.replace(/^/gm, '> '),
    ...lists.map(({ title, text, items }) =>
      [title, text && withoutMarks(text), ...items.map((item) => `- ${item}`)]
        .filter(Boolean)
        .join('\n'),
    ),
    code,
    button && `${button.label}: ${button.url}`,
    ...notes,
    SIGNATURE,
    unsubscribeUrl && `${UNSUBSCRIBE}: ${unsubscribeUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
