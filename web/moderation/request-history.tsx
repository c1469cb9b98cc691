import type { ModeratedRequest } from '#domain/moderation.ts';
import { historyLines } from '../tickets/roadmap/history-lines.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

/** Who did what when, the newest first. */
export function RequestHistory({ request }: { request: ModeratedRequest }) {
  const titles = new Map(request.plan.map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="history" className="card p-5">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      <ol className="space-y-2.5 border-l border-line pl-3 text-sm">
        {historyLines(request.history, titles).map((line) => (
          <li key={line.id} className="wrap-anywhere">
            {line.words}
            {line.times > 1 && <span className="text-ink-soft"> · {line.times} times</span>}
            <span className="block text-2xs text-ink-soft">
              <RelativeTime at={line.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
