import { useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import type { Message } from '#domain/message.ts';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keepMessage } from '../api/live-events.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { Failure } from '../ui/failure.ts';
import { announce } from '../ui/toasts.tsx';

/** Reports a message to the moderators, once. */
export function Report({ message }: { message: Message }) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();

  if (message.is_reported) return <span className="text-2xs text-harm-ink">Reported</span>;
  if (!message.actions.report?.allowed) return null;

  async function ask() {
    const reported = await confirm({
      title: 'Report Message',
      text: 'Are you sure you want to report this message? This will notify moderators and flag the conversation for review.',
      act: 'Report Message',
      danger: true,
      run: () => report().catch(sayWhy),
    });
    if (reported) announce('Message has been reported to moderators');
  }

  async function report() {
    const answer = await api.post('/api/messages/{id}/report', { path: { id: message.id } });
    keepMessage(queryClient, answer);
    // The request now waits for a moderator.
    void queryClient.invalidateQueries({ queryKey: keys.ticket(message.ticket_id) });
    void queryClient.invalidateQueries({ queryKey: keys.tickets() });
  }

  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={ask}
      className="relative -my-2 px-2! text-2xs! text-ink-soft!"
    >
      <Flag size={14} aria-hidden />
      Report
    </Button>
  );
}

/** In the specification's words, with the time to try again where that is all. */
function sayWhy(cause: unknown): never {
  const again = cause instanceof ApiError && cause.status === 429 ? cause.detail : undefined;
  throw new Failure('Failed to report message', again, { cause });
}
