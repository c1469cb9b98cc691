import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.tsx';
import type { Picked } from '../../files/pick-files.ts';
import { ConfirmProvider } from '../../ui/confirm-dialog.tsx';
import { RequestFormDialog } from '../request-form-dialog.tsx';
import { VisitorRequestForm } from './visitor-request-form.tsx';

export interface StartRequestDialogProps {
  picked: Picked;
  onPicked: (picked: Picked) => void;
  onClose: () => void;
}

/** 'Create a New Request' on a public page, for whoever is there. */
export function StartRequestDialog({ picked, onPicked, onClose }: StartRequestDialogProps) {
  const { loading, profile } = useSession();
  const navigate = useNavigate();
  // Looked at once: a session that is looked at anew, as when a passkey is offered, leaves the form open.
  const [isKnown, setKnown] = useState(!loading);
  if (!isKnown) {
    if (!loading) setKnown(true);
    return null;
  }
  if (profile?.user_type !== 'customer')
    return <VisitorRequestForm picked={picked} onPicked={onPicked} onClose={onClose} />;
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RequestFormDialog
          open
          onOpenChange={onClose}
          onSaved={({ id }) => navigate(paths.customerDashboard(), { state: { submitted: id } })}
        />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
