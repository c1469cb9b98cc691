import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attempt } from '#domain/attempt.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { AttemptTimeline } from './attempt-timeline.tsx';
import { attemptsOf } from './code-queries.ts';
import type { TicketOfCode } from './code-tab-props.ts';

const AddAttemptDialog = dialogOnDemand(
  async () => (await import('./add-attempt-dialog.tsx')).AddAttemptDialog,
);

/** What the AI tool already tried, so that nobody tries it again. */
export function AttemptsPanel({ ticket }: { ticket: TicketOfCode }) {
  const id = useId();
  const reads = ticket.relation !== 'candidate';
  const isMine = ticket.relation === 'customer';
  const mayAdd = isMine && ticket.turn.whose !== 'done';
  const { data, error, refetch } = useQuery({ ...attemptsOf(ticket.id), enabled: reads });
  const [adding, setAdding] = useState(false);
  if (!reads || (!mayAdd && data?.items.length === 0)) return null;
  return (
    <section aria-labelledby={id} className="card p-5">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-lg">
            What the AI Already Tried
          </h2>
          {mayAdd && (
            <p className="mt-1 max-w-prose text-sm leading-relaxed text-ink-soft">
              A session of Claude Code, an exported chat or a Git log spares the unblocker the dead
              ends. It is looked through for keys, and deleted with the request.
            </p>
          )}
        </div>
        {mayAdd && (
          <Button size="sm" onClick={() => setAdding(true)}>
            Add What Was Tried
          </Button>
        )}
      </div>
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={3} />}
      {data && data.items.length > 0 && (
        <ul className="space-y-4">
          {data.items.map((attempt) => (
            <li key={attempt.id}>
              <OneAttempt attempt={attempt} isMine={isMine} />
            </li>
          ))}
        </ul>
      )}
      {adding && <AddAttemptDialog ticketId={ticket.id} onClose={() => setAdding(false)} />}
    </section>
  );
}

function OneAttempt({ attempt, isMine }: { attempt: Attempt; isMine: boolean }) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();

  async function remove() {
    const removed = await confirm({
      title: 'Delete',
      text: `“${attempt.name}” disappears for both sides. This cannot be undone.`,
      act: 'Delete',
      danger: true,
      run: () => api.delete('/api/attempts/{id}', { path: { id: attempt.id } }),
    });
    if (removed)
      await queryClient.invalidateQueries({ queryKey: keys.attempts(attempt.ticket_id) });
  }

  return (
    <article className="rounded border border-line">
      <header className="flex items-center justify-between gap-3 border-b border-line bg-paper py-1 pr-1 pl-4">
        <h3 className="min-w-0 truncate font-sans text-sm font-medium tracking-normal">
          {attempt.name}
        </h3>
        {isMine && (
          <IconButton label={`Delete ${attempt.name}`} onClick={() => void remove()}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        )}
      </header>
      <AttemptTimeline attempt={attempt} />
    </article>
  );
}
