import { useState } from 'react';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

const CodeTab = onDemand(async () => (await import('../code/code-tab.tsx')).CodeTab, {
  meanwhile: () => <SkeletonText lines={6} />,
});

/** The project and what was delivered. It is opened on demand, and each file that is read is logged. */
export function RequestCode({
  request: { id, thread, turn, plan },
}: {
  request: ModeratedRequest;
}) {
  const [looking, setLooking] = useState(false);
  if (looking && thread.allowed) {
    return (
      <CodeTab
        ticket={{ id, relation: 'moderator', counterpart: null, turn, actions: {} }}
        milestones={plan}
        onDiscuss={() => undefined}
      />
    );
  }
  return (
    <section aria-labelledby="code" className="card space-y-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="code" className="text-lg">
          Code
        </h2>
        {thread.allowed && (
          <Button size="sm" onClick={() => setLooking(true)}>
            Look at the Code
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {thread.reason ?? 'It belongs to two people. Each file that you open is written down.'}
      </p>
    </section>
  );
}
