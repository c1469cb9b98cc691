import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { useProfile } from '../api/session.tsx';
import { counterpartName } from './counterpart.ts';
import { threadEntry } from './reading-place.ts';
import { SentMessage } from './sent-message.tsx';
import { SystemMessage } from './system-message.tsx';
import { UnsentBubble } from './unsent-bubble.tsx';
import type { UnsentMessage } from './unsent-messages.ts';

interface MessageListProps {
  ticket: Ticket;
  messages: Message[];
  unsent: UnsentMessage[];
  onResend: (message: UnsentMessage) => void;
  onEdit: (message: UnsentMessage) => void;
}

export function MessageList({ ticket, messages, unsent, onResend, onEdit }: MessageListProps) {
  const me = useProfile().id;

  /** Whoever held the request before may have left words in it too. */
  function authorOf(message: Message): string {
    if (message.author_id === me) return 'You';
    return message.author_id === ticket.counterpart?.id ? counterpartName(ticket) : 'Someone else';
  }

  return (
    <ol className="space-y-5">
      {messages.map((message) => {
        const Entry = message.is_system ? SystemMessage : SentMessage;
        return (
          // The copy that was shown before the server's answer keeps its place.
          <li key={message.client_id ?? message.id} {...threadEntry}>
            <Entry message={message} author={authorOf(message)} mine={message.author_id === me} />
          </li>
        );
      })}
      {unsent.map((message) => (
        <li key={message.client_id} {...threadEntry}>
          <UnsentBubble message={message} onResend={onResend} onEdit={onEdit} />
        </li>
      ))}
    </ol>
  );
}
