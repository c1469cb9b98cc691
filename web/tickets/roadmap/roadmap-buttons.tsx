import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { acts, actsAt } from '#domain/acts.ts';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../../api/session.tsx';
import { useFiles } from '../../files/files-context.ts';
import { ShowFilesButton } from '../../files/show-files-button.tsx';
import { Button } from '../../ui/button.tsx';
import { RequestFormDialog } from '../request-form-dialog.tsx';
import { allows } from './allows.ts';
import { PlanAct } from './plan-act.tsx';
import { usePlan } from './plan-context.ts';

/** Acts on the whole request. */
export function RoadmapButtons() {
  const { ticket } = usePlan();
  const navigate = useNavigate();
  const dashboard = ownDashboard(useProfile().user_type);
  const { records } = useFiles();
  return (
    <>
      <Button
        variant="ghost"
        className="whitespace-nowrap max-sm:-ml-4 max-sm:max-w-none"
        onClick={() => navigate(dashboard)}
      >
        <ChevronLeft size={16} aria-hidden />
        Back to Dashboard
      </Button>
      <Edit />
      <ShowFilesButton
        ticketId={ticket.id}
        count={records?.length ?? Object.keys(ticket.files).length}
      />
      {/* What takes quotes can be neither reserved nor grabbed. */}
      {!ticket.quotes &&
        actsAt('request').map((action) => <PlanAct key={action} action={action} />)}
    </>
  );
}

function Edit() {
  const { ticket } = usePlan();
  const [editing, setEditing] = useState(false);
  const mayEdit = allows(ticket, 'edit');
  return (
    <>
      {mayEdit && <Button onClick={() => setEditing(true)}>{acts.edit.label}</Button>}
      {/* What is being written stays when an unblocker takes the request meanwhile. */}
      {(mayEdit || editing) && (
        <RequestFormDialog ticket={ticket} open={editing} onOpenChange={setEditing} />
      )}
    </>
  );
}
