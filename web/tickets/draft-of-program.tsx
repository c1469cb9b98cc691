import { useMutation, useQuery } from '@tanstack/react-query';
import type { RequestDraft } from '#domain/request-draft.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { keptFiles } from '../files/kept-files.ts';
import { keptUploads } from '../files/kept-uploads.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { along } from './along.ts';
import { NEW_REQUEST, requestDraft } from './request-draft.ts';

export interface DraftOfProgramProps {
  id: string;
  /** It is the draft of this browser now. */
  onTaken: () => void;
  onClose: () => void;
}

/** A request that a program has prepared. Its owner takes it into the form, where they can change all of it. */
export function DraftOfProgram({ id, onTaken, onClose }: DraftOfProgramProps) {
  const draft = useQuery({
    queryKey: keys.draft(id),
    queryFn: ({ signal }) => api.get('/api/drafts/{id}', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const take = useMutation({
    mutationFn: async (taken: RequestDraft) => {
      const { request, files, project, attempts } = taken;
      const ai_tool_other = request.ai_tool_other ?? '';
      requestDraft.write({ ...request, ai_tool_other, mode: 'grab' });
      keptUploads.write(NEW_REQUEST, files);
      await keptFiles.clear(NEW_REQUEST);
      along.write({ project, attempts });
      await api.delete('/api/drafts/{id}', { path: { id } }).catch(unlessTaken);
    },
    onSuccess: onTaken,
  });
  const own = requestDraft.read()?.description?.trim();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Draft from Your Program"
      locked={take.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={take.isPending}>
            Not Now
          </Button>
          <Button
            variant="primary"
            disabled={!draft.data}
            pending={take.isPending}
            pendingText="Processing..."
            onClick={() => draft.data && take.mutate(draft.data)}
          >
            Open in the Form
          </Button>
        </>
      }
    >
      {draft.isPending && (
        <div role="status">
          <span className="sr-only">Loading the draft</span>
          <Skeleton className="h-6 w-4/5" />
        </div>
      )}
      {draft.error && <ErrorBox text={errorText(draft.error)} />}
      {draft.data && <Words draft={draft.data} replaces={Boolean(own)} />}
      <ErrorBox text={take.error && errorText(take.error)} />
    </Dialog>
  );
}

/** It is gone already after an answer that was lost. */
function unlessTaken(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}

function Words({
  draft: { request, files, project, attempts },
  replaces,
}: {
  draft: RequestDraft;
  replaces: boolean;
}) {
  const all = [
    ...(project ? [{ upload: project, is: ', the project' }] : []),
    ...attempts.map((upload) => ({ upload, is: ', what your AI tool tried' })),
    ...files.map((upload) => ({ upload, is: '' })),
  ];
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p dir="auto" className="font-medium wrap-anywhere">
        {splitDescription(request.description).title}
      </p>
      {all.length > 0 && (
        <ul aria-label="Files" className="list-disc pl-5 wrap-anywhere">
          {all.map(({ upload: { fileKey, name }, is }) => (
            <li key={fileKey}>
              <bdi>{name}</bdi>
              {is}
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-soft">
        A program of yours has written this. Nobody sees it before you submit it, and you can change
        all of it.{replaces && ' It takes the place of the draft in this browser.'}
      </p>
    </div>
  );
}
