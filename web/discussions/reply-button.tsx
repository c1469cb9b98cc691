import { Reply } from 'lucide-react';
import type { Message, Quote } from '#domain/message.ts';
import { excerptOf } from '#domain/plain-text.ts';
import { Button } from '../ui/button.tsx';

export type OnReply = ((quote: Quote) => void) | undefined;

/** 'Reply', where one may write: the next message answers this one. */
export function ReplyButton({ message, onReply }: { message: Message; onReply: OnReply }) {
  if (!onReply) return null;
  const { id, author_id, is_system, text } = message;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="relative -my-2 px-2! text-2xs! text-ink-soft! max-md:min-w-11"
      onClick={() => onReply({ id, author_id, is_system, excerpt: excerptOf(text) })}
    >
      <Reply size={14} aria-hidden />
      <span className="max-sm:sr-only">Reply</span>
    </Button>
  );
}
