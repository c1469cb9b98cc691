import { EyeOff, Flag } from 'lucide-react';
import { useState } from 'react';
import type { ModeratedMessage, ThreadSide } from '#domain/report.ts';
import { QuoteWords } from '../discussions/quoted.tsx';
import { MarkdownText } from '../text/markdown-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ModeratedMessageProps {
  message: ModeratedMessage;
  ticketId: string;
  /** The one that a report is about. */
  reported?: boolean;
}

/** A message as a moderator reads it, and the way to hide it. */
export function ModeratedMessageItem({
  message,
  ticketId,
  reported = false,
}: ModeratedMessageProps) {
  const files = Object.values(message.attachments);
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col gap-1 border-l-2 py-2 pl-3',
        reported ? 'border-harm bg-harm-soft/40 pr-2' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-ink-soft">
        <span className="text-sm font-medium wrap-anywhere text-ink">{message.author_name}</span>
        <span>{sideWords[message.side]}</span>
        <RelativeTime at={message.created_at} />
        {message.is_reported && (
          <span className="inline-flex items-center gap-1 text-harm-ink">
            <Flag size={12} aria-hidden />
            Reported
          </span>
        )}
        {message.is_deleted && <Badge>Deleted by its author</Badge>}
        {message.is_hidden && <Badge tone="harm">Hidden from both sides</Badge>}
        <HideButton message={message} ticketId={ticketId} />
      </div>
      {message.answers && (
        <div className="border-l-2 border-edge pl-2.5 text-2xs text-ink-soft">
          <QuoteWords quote={message.answers} author={message.answers.author_name} />
        </div>
      )}
      <div className="min-w-0 text-sm">
        <MarkdownText text={message.text} />
      </div>
      {message.earlier.length > 0 && (
        <div className="min-w-0 border-l-2 border-line pl-3 text-sm">
          <p className="text-2xs text-ink-soft">Before its author changed it</p>
          {message.earlier.map((text, place) => (
            <MarkdownText key={place} text={text} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <p className="text-2xs wrap-anywhere text-ink-soft">Files: {files.join(', ')}</p>
      )}
    </li>
  );
}

function HideButton({ message, ticketId }: Pick<ModeratedMessageProps, 'message' | 'ticketId'>) {
  const [hiding, setHiding] = useState(false);
  if (!message.actions.hide?.allowed) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="relative -my-2 ml-auto px-2! text-2xs!"
        onClick={() => setHiding(true)}
      >
        <EyeOff size={14} aria-hidden />
        Hide Message
      </Button>
      {hiding && (
        <ReasonDialog
          title="Hide Message"
          description="Its words and files disappear for both sides, who see that it was hidden. Either of them may appeal."
          hint="Both sides read it, in the discussion and by mail."
          act="Hide Message"
          danger
          address="/api/moderation/messages/{id}/hide"
          id={message.id}
          ticketId={ticketId}
          done="The message was hidden, and both sides were told why."
          onClose={() => setHiding(false)}
        />
      )}
    </>
  );
}

const sideWords: Record<ThreadSide, string> = {
  customer: 'Customer',
  developer: 'Unblocker',
  former: 'Had it before',
  moderator: 'Moderator',
};
