import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { type HistoryLine, historyLines } from './history-lines.ts';
import { usePlan } from './plan-context.ts';
import { useHistory } from './use-plan-data.ts';

const SHOWN_AT_FIRST = 8;

/** The history, newest first. */
export function HistoryPanel() {
  const { ticket, milestones } = usePlan();
  const history = useHistory(ticket.id);
  const titles = new Map(milestones.map(({ id, title }) => [id, title]));
  const lines = history.items && historyLines(history.items, titles);

  return (
    <section aria-labelledby="history" className="card p-5">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      {history.isPending && <SkeletonText lines={5} />}
      {history.error && !lines && (
        <ErrorBox text={errorText(history.error)} onRetry={history.refetch} />
      )}
      {lines?.length === 0 && <p className="text-sm text-ink-soft">Nothing has happened yet.</p>}
      {lines && lines.length > 0 && <Lines lines={lines} history={history} />}
    </section>
  );
}

interface LinesProps {
  lines: HistoryLine[];
  history: ReturnType<typeof useHistory>;
}

function Lines({ lines, history }: LinesProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ol className="space-y-3 border-l border-line pl-4 text-sm">
        {(all ? lines : lines.slice(0, SHOWN_AT_FIRST)).map((line, position) => (
          <li key={line.id} className="relative wrap-anywhere">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[21px] size-2 rounded-[2px] ${position === 0 ? 'bg-go' : 'bg-edge'}`}
            />
            {line.words}
            {line.times > 1 && <span className="text-ink-soft"> · {line.times} times</span>}
            <span className="block text-2xs text-ink-soft">
              <RelativeTime at={line.created_at} />
            </span>
          </li>
        ))}
      </ol>
      {!all && lines.length > SHOWN_AT_FIRST && (
        <Button size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show All
        </Button>
      )}
      <ErrorBox text={history.moreError?.message} className="mt-3" />
      {(all || lines.length <= SHOWN_AT_FIRST) && history.hasMore && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3"
          pending={history.isLoadingMore}
          onClick={history.loadMore}
        >
          Show More
        </Button>
      )}
    </>
  );
}
