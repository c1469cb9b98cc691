import { ticketStatusLabels } from '#domain/ticket-status.ts';
import { type Letter, SIGNATURE } from './letter.ts';

/** A mail for programs, and people, who prefer plain text. Says all that the designed one says. */
export function textPart(letter: Omit<Letter, 'kind' | 'to'>): string {
  const { paragraphs, progress, facts = [], quote, code, button, notes = [] } = letter;
  return [
    ...paragraphs,
    progress && `${ticketStatusLabels[progress.status]}. ${progress.turn.sentence}.`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    quote?.replace(/^/gm, '> '),
    code,
    button && `${button.label}: ${button.url}`,
    ...notes,
    SIGNATURE,
  ]
    .filter(Boolean)
    .join('\n\n');
}
