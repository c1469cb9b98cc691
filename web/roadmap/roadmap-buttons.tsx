import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useProfile } from '../api/session.tsx';
import { ownDashboard, paths } from '../paths.ts';
import { RequestFormDialog } from '../requests/request-form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { alertError } from '../ui/toasts.tsx';
import { allows } from './allows.ts';
import { failureText, orFail } from './failure-text.ts';
import { usePlan } from './plan-context.ts';
import { isPrimary } from './primary-action.ts';
import { PrimaryPlace } from './primary-place.tsx';
import { usePlanActs } from './use-plan-acts.ts';

/** Lets the closing of the menu or list it was pressed in be seen. Source: specification 9. */
const DISCUSSION_DELAY_MS = 50;

/** What can be done with the request as a whole. */
export function RoadmapButtons() {
  const { ticket } = usePlan();
  const navigate = useNavigate();
  const dashboard = ownDashboard(useProfile().user_type);
  return (
    <>
      <Button variant="ghost" onClick={() => navigate(dashboard)}>
        Back to Dashboard
      </Button>
      {allows(ticket, 'edit') && <EditButton />}
      {allows(ticket, 'abandon') && <AbandonButton />}
      {ticket.actions.reserve && <MessageCustomerButton />}
      {allows(ticket, 'grab') && <GrabButton />}
    </>
  );
}

function EditButton() {
  const { ticket } = usePlan();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button onClick={() => setEditing(true)}>Edit Request</Button>
      <RequestFormDialog ticket={ticket} open={editing} onOpenChange={setEditing} />
    </>
  );
}

function GrabButton() {
  const { primary } = usePlan();
  const acts = usePlanActs();
  const confirm = useConfirm();
  const grab = () =>
    confirm({
      title: 'Grab Request',
      text: 'Are you sure you want to grab this ticket? This action cannot be undone.',
      act: 'Grab Request',
      run: () => orFail('Failed to activate ticket. Please try again.', () => acts.ticket('grab')),
    });
  return (
    <PrimaryPlace active={isPrimary(primary, 'grab')}>
      <Button variant="primary" onClick={grab}>
        Grab Request
      </Button>
    </PrimaryPlace>
  );
}

function AbandonButton() {
  const acts = usePlanActs();
  const confirm = useConfirm();
  const abandon = () =>
    confirm({
      title: 'Abandon',
      text: 'Are you sure you want to abandon this ticket? This action cannot be undone.',
      act: 'Abandon',
      danger: true,
      run: () =>
        orFail('Failed to abandon ticket. Please try again.', () => acts.ticket('abandon')),
    });
  return <Button onClick={abandon}>Abandon</Button>;
}

function MessageCustomerButton() {
  const { ticket } = usePlan();
  const acts = usePlanActs();
  const navigate = useNavigate();
  const reserve = useMutation({
    mutationFn: () => acts.ticket('reserve'),
    onSuccess: () => setTimeout(() => navigate(paths.discussion(ticket.id)), DISCUSSION_DELAY_MS),
    onError: (cause) =>
      alertError(failureText('Failed to update ticket status. Please try again.', cause)),
  });
  const { allowed = false, reason = null } = ticket.actions.reserve ?? {};
  return (
    <>
      <Button
        disabled={!allowed}
        pending={reserve.isPending}
        aria-describedby={reason ? 'why-not-reserve' : undefined}
        onClick={() => reserve.mutate()}
      >
        Message Customer
      </Button>
      {reason && (
        <p id="why-not-reserve" className="order-last basis-full text-2xs text-ink-soft">
          {reason}
        </p>
      )}
    </>
  );
}
