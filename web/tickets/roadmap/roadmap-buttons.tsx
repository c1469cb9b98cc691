import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../../api/session.tsx';
import { useFiles } from '../../files/files-context.ts';
import { ShowFilesButton } from '../../files/show-files-button.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { PermittedButton } from '../../ui/permitted-button.tsx';
import { RequestFormDialog } from '../request-form-dialog.tsx';
import { useGrabRequest } from '../use-grab-request.ts';
import { useMessageCustomer } from '../use-message-customer.ts';
import { allows } from './allows.ts';
import { orFail } from './failures.ts';
import { usePlan } from './plan-context.ts';
import { isPrimary } from './primary-action.ts';
import { PrimaryPlace } from './primary-place.tsx';
import { usePlanActs } from './use-plan-acts.ts';

/** What can be done with the request as a whole. */
export function RoadmapButtons() {
  const { ticket } = usePlan();
  const navigate = useNavigate();
  const dashboard = ownDashboard(useProfile().user_type);
  const { records } = useFiles();
  return (
    <>
      <Button variant="ghost" className="max-sm:-ml-4" onClick={() => navigate(dashboard)}>
        Back to Dashboard
      </Button>
      {allows(ticket, 'edit') && <EditButton />}
      <ShowFilesButton
        ticketId={ticket.id}
        count={records?.length ?? Object.keys(ticket.files).length}
      />
      {allows(ticket, 'abandon') && <AbandonButton />}
      <MessageCustomerButton />
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

function AbandonButton() {
  const acts = usePlanActs();
  const confirm = useConfirm();
  const abandon = () =>
    confirm({
      title: 'Abandon',
      text: 'Are you sure you want to abandon this ticket? This action cannot be undone.',
      act: 'Abandon',
      danger: true,
      run: () => orFail('Failed to abandon ticket. Please try again.', acts.abandon),
    });
  return <Button onClick={abandon}>Abandon</Button>;
}

/** Listed for an open request only; a developer who holds three already is told so. */
function MessageCustomerButton() {
  const { ticket } = usePlan();
  const { messageCustomer, pending } = useMessageCustomer();
  return (
    <PermittedButton
      permission={ticket.actions.reserve}
      pending={pending}
      onClick={() => void messageCustomer(ticket.id)}
    >
      Message Customer
    </PermittedButton>
  );
}

function GrabButton() {
  const { ticket, primary } = usePlan();
  const grabRequest = useGrabRequest();
  return (
    <PrimaryPlace active={isPrimary(primary, 'grab')}>
      <Button variant="primary" onClick={() => void grabRequest(ticket.id)}>
        Grab Request
      </Button>
    </PrimaryPlace>
  );
}
