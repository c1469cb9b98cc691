import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { acts } from '#domain/acts.ts';
import type { Case } from '#domain/desk.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { errorText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { showAnswer } from '../api/show-answer.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { alertError } from '../ui/toasts.tsx';
import { Newest } from './case-news.tsx';
import { useCase } from './use-case.ts';

const AskDialog = dialogOnDemand(async () => (await import('./ask-form.tsx')).AskForm);
const HandOverDialog = dialogOnDemand(
  async () => (await import('./hand-over-form.tsx')).HandOverForm,
);

interface CaseBarProps {
  request: ModeratedRequest;
  /** Reads all of it again, which is logged. */
  onRefresh: () => void;
}

/** Who has the case, what the viewer can do about that, and colleagues' decisions meanwhile. */
export function CaseBar({ request, onRefresh }: CaseBarProps) {
  const { data } = useCase(request.id);
  const [open, setOpen] = useState<'ask-sides' | 'hand-over' | null>(null);
  const handle = useHandleCase(request.id);
  if (!data) return null;
  const isLate = data.decisions > request.decisions.length || data.status !== request.status;
  const may = (act: string) => data.actions[act]?.allowed === true;
  const isOpen = data.status === 'REQUIRES_MOD_ASSISTANCE';
  if (!isOpen && !isLate) return null;
  return (
    <section aria-label="Case" className="mb-6 space-y-3">
      {isLate && (
        <div role="status" className="flex flex-wrap items-center gap-3">
          {data.newest ? (
            <Newest newest={data.newest} />
          ) : (
            <p className="text-sm">It has changed.</p>
          )}
          <Button size="sm" onClick={onRefresh}>
            Show What Changed
          </Button>
        </div>
      )}
      {isOpen && (
        <div className="card flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
          <p className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere">
            <TakenWords taken={data.taken_by} />
            {data.asked_at && (
              <span className="block text-2xs text-ink-soft">
                A question was asked <RelativeTime at={data.asked_at} />; nobody has answered yet.
              </span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {may('ask-sides') && (
              <Button size="sm" onClick={() => setOpen('ask-sides')}>
                {acts['ask-sides'].label}
              </Button>
            )}
            <TakeButton taken={data.taken_by} may={may('take')} handle={handle} />
            {may('hand-over') && (
              <Button size="sm" onClick={() => setOpen('hand-over')}>
                Hand Over
              </Button>
            )}
            {may('let-go') && (
              <Button size="sm" onClick={() => void handle('let-go', {})}>
                Let Go
              </Button>
            )}
          </div>
        </div>
      )}
      {open === 'ask-sides' && <AskDialog request={request} onClose={() => setOpen(null)} />}
      {open === 'hand-over' && (
        <HandOverDialog ticketId={request.id} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

function TakenWords({ taken }: { taken: Case['taken_by'] }) {
  const me = useProfile().id;
  if (!taken) return 'Nobody has taken this case.';
  return (
    <>
      {taken.id === me ? 'You took this case' : `${taken.full_name} took this case`}{' '}
      <RelativeTime at={taken.since} />.
    </>
  );
}

interface TakeButtonProps {
  taken: Case['taken_by'];
  may: boolean;
  handle: ReturnType<typeof useHandleCase>;
}

/** Taking over a colleague's case needs a confirmation. */
function TakeButton({ taken, may, handle }: TakeButtonProps) {
  const me = useProfile().id;
  const confirm = useConfirm();
  if (taken?.id === me) return null;
  if (!taken) {
    return (
      may && (
        <Button size="sm" variant="primary" onClick={() => void handle('take', {})}>
          Take Case
        </Button>
      )
    );
  }
  const takeOver = () =>
    confirm({
      title: 'Take Over',
      text: `${taken.full_name} has this case. They see that you took it over.`,
      act: 'Take Over',
      run: () => handle('take', { instead_of: taken.id }),
    });
  return (
    <Button size="sm" onClick={() => void takeOver()}>
      Take Over
    </Button>
  );
}

/** Takes or lets go of a case; a refusal is shown with the current state. */
function useHandleCase(ticketId: string) {
  const queryClient = useQueryClient();
  return async (act: 'take' | 'let-go', body: { instead_of?: string }): Promise<void> => {
    const queryKey = keys.case(ticketId);
    try {
      const options = { path: { id: ticketId }, body };
      const now = await call<Case>('POST', `/api/moderation/tickets/{id}/${act}`, options);
      await showAnswer(queryClient, queryKey, now);
    } catch (cause) {
      alertError(errorText(cause));
      void queryClient.invalidateQueries({ queryKey });
    }
    void queryClient.invalidateQueries({ queryKey: keys.moderation() });
  };
}
