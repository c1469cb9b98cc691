import { type RefObject, useEffect } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { whyGone } from './dialog-acts.ts';
import type { OpenDialog } from './plan-context.ts';
import type { DialogOpener } from './use-open-dialog.ts';

/**
 * Opens the dialog named by the address, such as a delivery that was just paid for, once and only while
 * it is useful; then removes it from the address.
 */
export function useAskedDialog(
  dialogs: RefObject<DialogOpener | null>,
  ticket: Ticket,
  milestones: readonly Milestone[],
): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('open');
  const milestoneId = search.get('milestone') ?? '';
  // It would end a step to another screen that the person has just begun.
  const going = useNavigation().state !== 'idle';
  useEffect(() => {
    if (asked === null || going) return;
    const dialog = dialogOf(asked, milestoneId);
    if (dialog && whyGone(dialog, ticket, milestones) === null) dialogs.current?.show(dialog);
    setSearch({}, { replace: true });
  }, [asked, going, milestoneId, dialogs, ticket, milestones, setSearch]);
}

/** Anything else in an address opens nothing. */
function dialogOf(asked: string, milestoneId: string): OpenDialog | null {
  switch (asked) {
    case 'review':
    case 'submit':
    case 'view':
      return { kind: asked, milestoneId };
    case 'add':
    case 'approve-plan':
    case 'quote-words':
      return { kind: asked };
    default:
      return null;
  }
}
