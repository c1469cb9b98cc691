import { Link } from 'react-router';
import type { ChangedCode, CodeLines } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { paths } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { MarkdownText } from '../text/markdown-text.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { ChosenSide } from './hunk-table.tsx';
import { lineWords } from './version-words.ts';

/** What was said about lines of one file of a change, on one of its two sides. */
export interface SaidOfLines extends ChosenSide {
  message: Message;
}

interface OneChange {
  /** The ids of the version that is looked at, and of the one that it is compared with. */
  after: string;
  before: string | null;
  item: Pick<ChangedCode, 'path' | 'old_path'>;
}

/** What was said about the lines of one file of a change. */
export function saidOf(messages: readonly Message[], change: OneChange): SaidOfLines[] {
  return messages.flatMap((message) =>
    message.code.flatMap((lines) => {
      const side = sideIn(change, lines);
      return side ? [{ message, side, from: lines.from_line, to: lines.to_line }] : [];
    }),
  );
}

function sideIn({ after, before, item }: OneChange, lines: CodeLines): ChosenSide['side'] | null {
  if (lines.snapshot_id === after && lines.path === item.path) return 'after';
  const wasThere = lines.snapshot_id === before && lines.path === (item.old_path ?? item.path);
  return wasThere ? 'before' : null;
}

/** Messages about lines, each with the way to the discussion. */
export function SaidList({ said }: { said: readonly SaidOfLines[] }) {
  const { id: me, user_type } = useProfile();
  const other = user_type === 'customer' ? 'The unblocker' : 'The customer';
  if (said.length === 0) return null;
  return (
    <ul aria-label="Comments" className="space-y-2">
      {said.map(({ message, from, to }) => (
        <li
          key={`${message.id} ${from} ${to}`}
          className="rounded-sm border border-line bg-surface px-3 py-2 text-sm"
        >
          <p className="mb-1 flex flex-wrap items-center gap-x-2 text-2xs text-ink-soft">
            <span className="font-medium text-ink">{message.author_id === me ? 'You' : other}</span>
            <span>on {lineWords({ from, to })}</span>
            <RelativeTime at={message.created_at} />
            <Link
              to={paths.message(message.ticket_id, message.id)}
              className="link inline-flex min-h-11 items-center md:min-h-0"
            >
              In the discussion
            </Link>
          </p>
          <MarkdownText text={message.text} />
        </li>
      ))}
    </ul>
  );
}
