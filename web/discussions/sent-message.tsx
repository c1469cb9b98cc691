import type { Message } from '#domain/message.ts';
import { Bubble } from './bubble.tsx';
import { MessageTime } from './message-time.tsx';
import { Report } from './report.tsx';

interface SentMessageProps {
  message: Message;
  author: string;
  mine: boolean;
}

export function SentMessage({ message, author, mine }: SentMessageProps) {
  return (
    <Bubble
      author={author}
      text={message.text}
      mine={mine}
      meta={
        <>
          <MessageTime at={message.created_at} />
          {!mine && <Report message={message} />}
        </>
      }
    />
  );
}
