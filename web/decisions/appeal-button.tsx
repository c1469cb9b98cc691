import { useState } from 'react';
import type { Decision } from '#domain/decision.ts';
import { Button } from '../ui/button.tsx';
import { AppealDialog } from './appeal-dialog.tsx';

/** Lets a side answer a decision, once. */
export function AppealButton({ decision }: { decision: Decision }) {
  const [appealing, setAppealing] = useState(false);
  if (!decision.actions.appeal?.allowed) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAppealing(true)}>
        Appeal
      </Button>
      {appealing && <AppealDialog decision={decision} onClose={() => setAppealing(false)} />}
    </>
  );
}
