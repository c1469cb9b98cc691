import { type RefObject, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { whyGone } from './dialog-acts.ts';
import type { OpenDialog } from './plan-context.ts';
import type { DialogOpener } from './use-open-dialog.ts';

/**
 * Opens the dialog that the address asks for, such as the delivery that somebody has just paid for,
 * once and where it still can do something. Then the address goes without it.
 */
export function useAskedDialog(
  dialogs: RefObject<DialogOpener | null>,
  ticket: Ticket,
  milestones: readonly Milestone[],
): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('open');
  const milestoneId = search.get('milestone') ?? '';
  useEffect(() => {
    if (asked === null) return;
    const dialog = dialogOf(asked, milestoneId);
    if (dialog && whyGone(dialog, ticket, milestones) === null) dialogs.current?.show(dialog);
    setSearch({}, { replace: true });
  }, [asked, milestoneId, dialogs, ticket, milestones, setSearch]);
}

/** Whatever else an address holds opens nothing. */
function dialogOf(asked: string, milestoneId: string): OpenDialog | null {
  switch (asked) {
    case 'review':
    case 'submit':
    case 'view':
      return { kind: asked, milestoneId };
    case 'add':
    case 'approve-plan':
      return { kind: asked };
    default:
      return null;
  }
}
