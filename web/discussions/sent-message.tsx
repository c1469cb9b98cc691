import { EyeOff, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '#domain/message.ts';
import { Attachments } from '../files/attachments.tsx';
import { Bubble } from './bubble.tsx';
import { MessageLink } from './message-link.tsx';
import { OwnMessageActs } from './own-message-acts.tsx';
import { Report } from './report.tsx';
import { SeenMark } from './seen-mark.tsx';

interface SentMessageProps {
  message: Message;
  author: string;
  mine: boolean;
  /** It is the last of one's own that the other side has read. */
  seen: boolean;
}

/** One of those in sight; sending or loading others does not draw it anew. */
export const SentMessage = memo(function SentMessage(props: SentMessageProps) {
  const { message, author, mine, seen } = props;
  if (message.is_hidden || message.is_deleted) {
    return <GoneMessage message={message} author={author} mine={mine} />;
  }
  return (
    <Bubble
      author={author}
      text={message.text}
      mine={mine}
      files={<Attachments files={message.attachments} label="Attachments" />}
      meta={
        <>
          <MessageLink message={message} />
          {message.is_edited && <span className="text-2xs text-ink-soft">edited</span>}
          {mine ? <OwnMessageActs message={message} /> : <Report message={message} />}
        </>
      }
    >
      {seen && <SeenMark />}
    </Bubble>
  );
});

/** It keeps its place, so that both sides see that something was said and is gone. */
function GoneMessage({ message, author, mine }: Omit<SentMessageProps, 'seen'>) {
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
