import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { fullName } from '#domain/profile.ts';
import type { Side } from '#domain/relation.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import type { Letter } from '../mail/letter.ts';

/** A mail is for knowing what is up; the thread is for reading. */
export const SHOWN_MESSAGES = 5;
const SHOWN_CHARACTERS = 500;

interface Unread {
  ticket: TicketRow;
  /** The first of them, in their order. */
  shown: readonly { text: string; first_name: string | null; last_name: string | null }[];
  /** How many there are, shown or not. */
  count: number;
  /** Which side has not read them. */
  relation: Side;
  progress: NonNullable<Letter['progress']>;
}

/** 'New message for request #...', with what was written. Source: specification 7.3. */
export function unreadLetter({
  ticket,
  shown,
  count,
  relation,
  progress,
}: Unread): Omit<Letter, 'to' | 'choice'> {
  const { id, description } = ticket;
  const [first] = shown;
  const other = relation === 'customer' ? 'Developer' : 'Customer';
  const name = first ? fullName(first, other) : other;
  const many = count === 1 ? 'a message' : `${count} messages`;
  const more = count - shown.length;
  return {
    kind: 'new_message',
    subject: `New message for request #${shortId(id)}`,
    paragraphs: [
      `${name} wrote ${many} about "${splitDescription(withoutMarks(description)).title}":`,
    ],
    quote: [
      ...shown.map(({ text }) => shortened(withoutMarks(text))),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join('\n\n'),
    progress,
    button: { label: 'Open the discussion', url: paths.discussion(id) },
    notes: ['In your account you can choose which of these mails you get.'],
  };
}

/** Whole characters only: half of one is not text. */
function shortened(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= SHOWN_CHARACTERS) return characters.join('');
  return `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}...`;
}
