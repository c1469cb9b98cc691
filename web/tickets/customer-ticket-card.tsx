import { Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RequestFormDialog } from './request-form-dialog.tsx';
import { TicketCard } from './ticket-card.tsx';
import { usePress } from './use-press.tsx';

/** A request on its customer's dashboard. */
export const CustomerTicketCard = memo(function CustomerTicketCard({ ticket }: CardProps) {
  const deletion = usePress('delete', ticket);
  const [editing, setEditing] = useState(false);
  const { actions } = ticket;
  const myTurn = ticket.turn.whose === 'mine';

  const deleting = actions.delete?.allowed && (
    <IconButton label={acts.delete.label ?? ''} onClick={deletion.press}>
      <Trash2 size={18} aria-hidden />
    </IconButton>
  );

  return (
    <TicketCard ticket={ticket} side="customer" corner={deleting}>
      {actions.edit?.allowed ? (
        <Button size="sm" onClick={() => setEditing(true)}>
          {acts.edit.label}
        </Button>
      ) : (
        <Button asChild size="sm" variant={myTurn ? 'primary' : 'secondary'}>
          <Link to={paths.plan('customer', ticket.id)}>Review Plan</Link>
        </Button>
      )}
      {editing && <RequestFormDialog ticket={ticket} open onOpenChange={setEditing} />}
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}
