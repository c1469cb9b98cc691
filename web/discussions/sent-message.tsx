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

export function SentMessage({ message, author, mine, seen }: SentMessageProps) {
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
}
