import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DecisionCard } from './decision-card.tsx';
import { useDecisions } from './use-decisions.ts';

/** On the roadmap: the newest decision, older ones on demand; nothing without any. */
export function DecisionPanel({ ticketId, enabled }: { ticketId: string; enabled: boolean }) {
  const { data } = useDecisions(ticketId, enabled);
  const [all, setAll] = useState(false);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="decisions" className="card space-y-4 p-5">
      <h2 id="decisions" className="text-lg">
        Moderator’s Decision
      </h2>
      <ol className="divide-y divide-line">
        {(all ? data : data.slice(0, 1)).map((decision) => (
          <li key={decision.id} className="py-4 first:pt-0 last:pb-0">
            <DecisionCard decision={decision} />
          </li>
        ))}
      </ol>
      {!all && data.length > 1 && (
        <Button size="sm" onClick={() => setAll(true)}>
          Show Older Decisions
        </Button>
      )}
    </section>
  );
}
