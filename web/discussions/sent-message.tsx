import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '#domain/message.ts';
import { MESSAGE_OPEN_MS } from '#domain/message-text.ts';
import { api } from '../api/client.ts';
import { keepMessage } from '../api/live-events.ts';
import { keys } from '../api/query-keys.ts';
import { namesLine } from '../code/names-line.ts';
import { Attachments } from '../files/attachments.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { announce } from '../ui/toasts.tsx';
import { useMinute } from '../ui/use-minute.ts';
import { Bubble } from './bubble.tsx';
import { MessageLink } from './message-link.tsx';
import { Quoted } from './quoted.tsx';
import { type OnReply, ReplyButton } from './reply-button.tsx';
import { Report } from './report.tsx';
import { SeenMark } from './seen-mark.tsx';

/** Acts on one's own message: for 10 minutes all, later only removing keys. */
function OwnMessageActs({ message, onEdit }: Pick<SentMessageProps, 'message' | 'onEdit'>) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const isOpen = useMinute().getTime() - new Date(message.created_at).getTime() < MESSAGE_OPEN_MS;
  const allows = (act: string) => message.actions[act]?.allowed === true;
  const path = { id: message.id };

  async function remove() {
    const removed = await confirm({
      title: 'Delete Message',
      text: 'Its words and files disappear for both sides, who see that it was deleted. This cannot be undone.',
      act: 'Delete Message',
      danger: true,
      run: () => api.delete('/api/messages/{id}', { path }),
    });
    // The live stream updates the thread itself.
    if (removed) void queryClient.invalidateQueries({ queryKey: keys.messages(message.ticket_id) });
  }

  async function takeOut() {
    const taken = await confirm({
      title: 'Take Out Keys',
      text: 'The keys and passwords in this message are masked for both sides, and kept nowhere. Whoever has read them may still have them: replace them where they came from.',
      act: 'Take Out Keys',
      run: async () => {
        const masked = { path, body: { secrets: 'mask' as const } };
        keepMessage(queryClient, await api.patch('/api/messages/{id}', masked));
      },
    });
    if (taken) announce('The keys were taken out. Please replace them where they came from.');
  }

  return (
    <>
      {message.has_secrets && allows('take-out-keys') && (
        <Act onClick={() => void takeOut()}>
          <KeyRound size={14} aria-hidden />
          Take Out Keys
        </Act>
      )}
      {isOpen && allows('edit-message') && (
        <Act onClick={() => onEdit(message)}>
          <Pencil size={14} aria-hidden />
          <span className="max-sm:sr-only">Edit</span>
        </Act>
      )}
      {isOpen && allows('delete-message') && (
        <Act onClick={() => void remove()}>
          <Trash2 size={14} aria-hidden />
          <span className="max-sm:sr-only">Delete</span>
        </Act>
      )}
    </>
  );
}

function Act(props: { onClick: () => void; children: React.ReactNode }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="relative -my-2 px-2! text-2xs! text-ink-soft!"
      {...props}
    />
  );
}

const ReferredLines = onDemand(
  async () => (await import('../code/referred-lines.tsx')).ReferredLines,
  { meanwhile: () => <SkeletonText lines={3} /> },
);

const MessageTraces = onDemand(async () => (await import('../code/trace-links.tsx')).MessageTraces);

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
  onEdit: (message: Message) => void;
}

/** Memoised: sending or loading other messages does not render it again. */
export const SentMessage = memo(function SentMessage(props: SentMessageProps) {
  const { message, author, mine, seen, answered, waits = false, onReply, onEdit } = props;
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
          {namesLine(message.text) && <MessageTraces message={message} />}
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
            {mine ? (
              <OwnMessageActs message={message} onEdit={onEdit} />
            ) : (
              <Report message={message} />
            )}
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
