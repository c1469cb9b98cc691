import { EyeOff } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '#domain/message.ts';
import { Attachments } from '../files/attachments.tsx';
import { Bubble } from './bubble.tsx';
import { MessageLink } from './message-link.tsx';
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
  if (message.is_hidden) return <HiddenMessage message={message} author={author} />;
  return (
    <Bubble
      author={author}
      text={message.text}
      mine={mine}
      files={<Attachments files={message.attachments} label="Attachments" />}
      meta={
        <>
          <MessageLink message={message} />
          {!mine && <Report message={message} />}
        </>
      }
    >
      {seen && <SeenMark />}
    </Bubble>
  );
});

/** It keeps its place, so that both sides see that something was said and hidden. */
function HiddenMessage({ message, author }: Pick<SentMessageProps, 'message' | 'author'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-l-2 border-line py-1 pl-3 text-sm text-ink-soft">
      <EyeOff size={16} aria-hidden />
      <span className="font-medium">{author}</span>
      <MessageLink message={message} />
      <span className="w-full">{message.text}</span>
    </p>
  );
}
