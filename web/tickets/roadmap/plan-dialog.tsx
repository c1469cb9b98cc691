import { type ComponentProps, createContext, use } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePlan } from './plan-context.ts';

/** What a dialog offers once its act is gone. */
export interface Gone {
  reason: string;
  /** Label of the way out. */
  label: string;
  leave: () => void;
}

export const GoneContext = createContext<Gone | null>(null);

/**
 * A dialog of the roadmap. If its act disappears while it is open it says so, keeps the typed text
 * visible, and leads to the new state.
 */
export function PlanDialog({ footer, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const gone = use(GoneContext);
  const ways = gone ? (
    <Button variant="primary" onClick={gone.leave}>
      {gone.label}
    </Button>
  ) : (
    footer
  );
  return (
    <Dialog {...dialog} footer={ways}>
      {gone && <GoneNotice reason={gone.reason} />}
      {children}
    </Dialog>
  );
}

function GoneNotice({ reason }: { reason: string }) {
  const { ticket } = usePlan();
  return (
    <div
      role="alert"
      className="mb-4 rounded border border-turn bg-turn-soft px-4 py-3 text-sm leading-relaxed text-turn-ink"
    >
      <b>This has changed meanwhile.</b> {reason}
      <span className="mt-1 block">{ticket.turn.sentence}.</span>
    </div>
  );
}
