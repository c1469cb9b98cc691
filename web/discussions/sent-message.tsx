import { EyeOff, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '#domain/message.ts';
import { Attachments } from '../files/attachments.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { Badge } from '../ui/badge.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Bubble } from './bubble.tsx';
import { MessageLink } from './message-link.tsx';
import { OwnMessageActs } from './own-message-acts.tsx';
import { Quoted } from './quoted.tsx';
import { type OnReply, ReplyButton } from './reply-button.tsx';
import { Report } from './report.tsx';
import { SeenMark } from './seen-mark.tsx';

const ReferredLines = onDemand(
  async () => (await import('../code/referred-lines.tsx')).ReferredLines,
  { meanwhile: () => <SkeletonText lines={3} /> },
);

interface SentMessageProps {
  message: Message;
  author: string;
  mine: boolean;
  /** The last own message that the other side has read. */
  seen: boolean;
  /** The author of the answered message. */
  answered?: string | undefined;
  /** An unanswered question. */
  waits?: boolean;
  /** Where one may write. */
  onReply?: OnReply;
}

/** Memoised: sending or loading other messages does not render it again. */
export const SentMessage = memo(function SentMessage(props: SentMessageProps) {
  const { message, author, mine, seen, answered, waits = false, onReply } = props;
  if (message.is_hidden || message.is_deleted) {
    return <GoneMessage message={message} author={author} mine={mine} />;
  }
  return (
    <Bubble
      author={author}
      text={message.text}
      mine={mine}
      quote={
        message.quote &&
        answered && <Quoted quote={message.quote} author={answered} ticketId={message.ticket_id} />
      }
      files={
        <>
          {message.code.length > 0 && (
            <ReferredLines ticketId={message.ticket_id} code={message.code} />
          )}
          <Attachments files={message.attachments} label="Attachments" />
        </>
      }
      meta={
        <>
          <MessageLink message={message} />
          {message.needs_answer && (
            <Badge tone={waits ? 'turn' : 'wait'}>{waits ? 'Needs an Answer' : 'Answered'}</Badge>
          )}
          {message.is_edited && <span className="text-2xs text-ink-soft">edited</span>}
          <span className="inline-flex items-center gap-2 empty:hidden">
            <ReplyButton message={message} onReply={onReply} />
            {mine ? <OwnMessageActs message={message} /> : <Report message={message} />}
          </span>
        </>
      }
    >
      {seen && <SeenMark />}
    </Bubble>
  );
});

/** It keeps its place, so that both sides see that something was deleted. */
function GoneMessage({
  message,
  author,
  mine,
}: Pick<SentMessageProps, 'message' | 'author' | 'mine'>) {
  const Mark = message.is_hidden ? EyeOff : Trash2;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-l-2 border-line py-1 pl-3 text-sm text-ink-soft">
      <Mark size={16} aria-hidden />
      <span className="font-medium">{author}</span>
      <MessageLink message={message} />
      {!mine && message.is_deleted && <Report message={message} />}
      <p className="w-full">{message.text}</p>
    </div>
  );
}
