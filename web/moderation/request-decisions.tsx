import type { ModeratedRequest } from '#domain/moderation.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { AppealCard } from './appeal-card.tsx';

/** What was decided before, and what the sides said to it; nothing while nothing was. */
export function RequestDecisions({ request }: { request: ModeratedRequest }) {
  const { decisions, appeals } = request;
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions" className="card space-y-4 p-5">
      <h2 id="decisions" className="text-lg">
        Decisions
      </h2>
      {appeals.length > 0 && (
        <ul className="space-y-4">
          {appeals.map((appeal) => (
            <li key={appeal.id} className="rounded border border-line p-4">
              <AppealCard appeal={appeal} />
            </li>
          ))}
        </ul>
      )}
      <ol className="space-y-3 text-sm">
        {decisions.map((decision) => (
          <li key={decision.id} className="border-l-2 border-line pl-3">
            <p className="font-medium wrap-anywhere">{decision.outcome}.</p>
            <p className="wrap-anywhere whitespace-pre-wrap">{decision.reason}</p>
            <p className="text-2xs text-ink-soft">
              {decision.decided_by}, <RelativeTime at={decision.created_at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
