import { type ComponentType, useState } from 'react';
import { type Action, acts, actsAt } from '#domain/acts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Button } from '../../ui/button.tsx';
import { ActButton } from '../act-button.tsx';
import { allows } from '../roadmap/allows.ts';

const GetHelpDialog = dialogOnDemand(
  async () => (await import('./get-help-dialog.tsx')).GetHelpDialog,
);
const AskToCancelDialog = dialogOnDemand(
  async () => (await import('./ask-to-cancel-dialog.tsx')).AskToCancelDialog,
);

/** Acts with dialogs of their own. */
const dialogs: Partial<Record<Action, ComponentType<{ ticket: Ticket; onClose: () => void }>>> = {
  'get-help': GetHelpDialog,
  'ask-to-cancel': AskToCancelDialog,
};

export const WAYS_OUT_TITLE = 'Something wrong?';

/** Whether the viewer can leave or get help now. */
export function hasWayOut(ticket: Ticket): boolean {
  return actsAt('exit').some((action) => allows(ticket, action));
}

/** How the viewer can leave a request or get help: unobtrusive, away from what comes next. */
export function WaysOut({ ticket }: { ticket: Ticket }) {
  const [opened, setOpened] = useState<Action | null>(null);
  useWarmUp(GetHelpDialog, AskToCancelDialog);
  const Dialog = opened && dialogs[opened];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {actsAt('exit')
          .filter((action) => allows(ticket, action))
          .map((action) =>
            dialogs[action] ? (
              <Button key={action} size="sm" onClick={() => setOpened(action)}>
                {acts[action].label}
              </Button>
            ) : (
              <ActButton key={action} action={action} record={ticket} size="sm" />
            ),
          )}
      </div>
      {Dialog && <Dialog ticket={ticket} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The same as a card of the roadmap. */
export function WaysOutPanel({ ticket }: { ticket: Ticket }) {
  if (!hasWayOut(ticket)) return null;
  return (
    <section aria-labelledby="ways-out" className="card space-y-3 p-5">
      <h2 id="ways-out" className="text-lg">
        {WAYS_OUT_TITLE}
      </h2>
      <WaysOut ticket={ticket} />
    </section>
  );
}
