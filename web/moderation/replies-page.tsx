import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedReply } from '#domain/desk.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { ModerationHead } from './moderation-head.tsx';
import { useSavedReplies } from './saved-reply-picker.tsx';

const ReplyDialog = dialogOnDemand(async () => (await import('./reply-form.tsx')).ReplyForm);

export function meta() {
  return [{ title: 'Saved Replies · Unblock' }];
}

/** Replies that all moderators share, for reasons and questions. */
export default function RepliesPage() {
  const { data, error, refetch } = useSavedReplies();
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  return (
    <>
      <ModerationHead title="Saved Replies">
        <Button variant="primary" onClick={() => setEdited('new')}>
          Add a Reply
        </Button>
      </ModerationHead>
      <p className="mb-6 max-w-prose text-sm text-ink-soft">
        All moderators share them, and put them into reasons and questions.
      </p>
      {!data && !error && <SkeletonCards label="Loading saved replies" />}
      {!data && error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState>There is no saved reply yet.</EmptyState>}
      <ul className="grid items-start gap-3 lg:grid-cols-2">
        {data?.items.map((reply) => (
          <ReplyCard key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
        ))}
      </ul>
      {edited && (
        <ReplyDialog reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function ReplyCard({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const remove = () =>
    confirm({
      title: 'Delete Reply',
      text: `‘${reply.title}’ is deleted for all moderators. What was sent with it stays.`,
      act: 'Delete',
      danger: true,
      run: async () => {
        await api.delete('/api/moderation/replies/{id}', { path: { id: reply.id } });
        await queryClient.invalidateQueries({ queryKey: keys.savedReplies() });
      },
    });
  return (
    <li className="card flex flex-col gap-3 p-4 text-sm">
      <h2 className="font-sans text-sm font-medium tracking-normal wrap-anywhere">{reply.title}</h2>
      <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{reply.text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onEdit} aria-label={`Edit ${reply.title}`}>
          Edit
        </Button>
        <Button size="sm" onClick={() => void remove()} aria-label={`Delete ${reply.title}`}>
          Delete
        </Button>
      </div>
    </li>
  );
}
