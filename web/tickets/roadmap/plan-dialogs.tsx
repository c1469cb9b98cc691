import type { RefObject } from 'react';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { type DialogOpener, useOpenDialog } from './use-open-dialog.ts';

// Forms weigh more than the plan that they are opened from.
const OpenedDialog = dialogOnDemand(async () => (await import('./opened-dialog.tsx')).OpenedDialog);

/** Where the dialogs of a roadmap open. */
export function PlanDialogs({ ref }: { ref: RefObject<DialogOpener | null> }) {
  const { dialog, close } = useOpenDialog(ref);
  useWarmUp(OpenedDialog);
  return dialog && <OpenedDialog dialog={dialog} onClose={close} />;
}
