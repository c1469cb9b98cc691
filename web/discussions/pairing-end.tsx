import { useQueryClient } from '@tanstack/react-query';
import type { Pairing } from '#domain/pairing.ts';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { invalidateTicket } from '../api/invalidate.ts';
import { postOnce } from '../api/steps.ts';
import { counterpartName } from '../tickets/counterpart.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { localDate } from '../ui/local-time.ts';
import { announce } from '../ui/toasts.tsx';

/**
 * The end of a conversation: how it ended, and for its customer whether the next developer may read it.
 */
export function PairingEnd({ ticket, pairing }: { ticket: Ticket; pairing: Pairing }) {
  const isCustomer = ticket.relation === 'customer';
  const shared = isCustomer ? `Shared with ${counterpartName(ticket)}` : 'Shared with you, to read';
  return (
    <div className="mx-4 my-4 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded bg-sunken px-3 py-2 text-sm md:mx-6">
      <p>{endWords(pairing, isCustomer)}</p>
      {pairing.shared_at !== null && <p className="text-ink-soft">{shared}</p>}
      {pairing.shared_at === null && pairing.actions['share-earlier']?.allowed && (
        <ShareButton ticket={ticket} pairing={pairing} />
      )}
    </div>
  );
}

function endWords({ ended_by, developer: { full_name } }: Pairing, isCustomer: boolean): string {
  switch (ended_by) {
    case 'abandon':
      return `${full_name} left without taking the request`;
    case 'lapse':
      return `${full_name}’s reservation ended`;
    case 'find-another':
      return `${isCustomer ? 'You' : 'The customer'} looked for another unblocker`;
    case 'return-unplanned':
      return `${full_name} sent no plan in time`;
    case 'reopen':
      return 'A moderator returned the request to the open list';
    default:
      return `${full_name} gave the request back`;
  }
}

function ShareButton({ ticket, pairing }: { ticket: Ticket; pairing: Pairing }) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const to = counterpartName(ticket);
  const { id, developer, began_at, ended_at } = pairing;

  async function share() {
    const days = [began_at, ended_at ?? began_at].map((at) => localDate(new Date(at)));
    const done = await confirm({
      title: 'Share an Earlier Conversation',
      text: `${to} will read all that you and ${developer.full_name} wrote from ${days.join(' to ')}, with its files, but for those of unpaid deliveries, and with what moderators decided then. Keys that were masked stay masked. ${to} cannot answer in it, and you cannot take this back.`,
      act: 'Share',
      run: () =>
        postOnce('/api/tickets/{id}/share-earlier', {
          path: { id: ticket.id },
          body: { pairing_id: id, ...(ticket.counterpart && { to: ticket.counterpart.id }) },
        }).finally(() => invalidateTicket(queryClient, ticket.id)),
      failure: 'Failed to share it. Please try again.',
    }).catch((cause: unknown) => errorText(cause));
    if (done === true) announce(`${to} can read it now.`);
  }

  return (
    <Button size="sm" onClick={() => void share()}>
      Share with {to}
    </Button>
  );
}
