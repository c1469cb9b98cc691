import { useState } from 'react';
import type { Decision } from '#domain/decision.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';

const AppealForm = dialogOnDemand(async () => (await import('./appeal-form.tsx')).AppealForm);

/** Lets a side appeal against a decision, once. */
export function AppealButton({ decision }: { decision: Decision }) {
  const [appealing, setAppealing] = useState(false);
  const allowed = decision.actions.appeal?.allowed === true;
  useWarmUp(...(allowed ? [AppealForm] : []));
  if (!allowed) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAppealing(true)}>
        Appeal
      </Button>
      {appealing && <AppealForm decision={decision} onClose={() => setAppealing(false)} />}
    </>
  );
}
