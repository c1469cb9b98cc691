import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { paths } from '#domain/paths.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { postStep } from '../../api/steps.ts';
import { useRun } from '../../api/use-run.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { announce } from '../../ui/toasts.tsx';

interface InviteDialogProps {
  unblocker: Pick<UnblockerPage, 'id' | 'full_name'>;
  onClose: () => void;
}

/** Invites an unblocker to one of the customer's open requests. */
export function InviteDialog(props: InviteDialogProps) {
  // Public pages are without it.
  return (
    <QueryClientProvider client={queryClient}>
      <ChooseRequest {...props} />
    </QueryClientProvider>
  );
}

const MOST = 100;
const { label = '', done = '' } = acts.invite;

function ChooseRequest({ unblocker, onClose }: InviteDialogProps) {
  const { full_name } = unblocker;
  const title = `Invite ${full_name}`;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.ticketList('active'), 'to-invite'],
    queryFn: ({ signal }) =>
      api.get('/api/tickets', { query: { view: 'active', open: 'true', limit: MOST }, signal }),
    staleTime: 0,
  });
  const open = data?.items.filter(({ actions }) => actions.invite?.allowed);
  if (open && open.length > 0)
    return <InviteForm {...{ unblocker, title, onClose }} requests={open} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="sm"
      footer={
        open && (
          <Button asChild variant="primary">
            <Link to={paths.customerDashboard()}>Go to Your Dashboard</Link>
          </Button>
        )
      }
    >
      {error && !data && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={3} />}
      {open && (
        <p className="text-sm">
          You have no open request that somebody could be invited to. Post one, and come back here.
        </p>
      )}
    </Dialog>
  );
}

interface InviteFormProps extends InviteDialogProps {
  title: string;
  requests: readonly { id: string; description: string }[];
}

function InviteForm({ unblocker, title, requests, onClose }: InviteFormProps) {
  const [id, setId] = useState(requests[0]?.id ?? '');
  const { pending, failure, setFailure, run } = useRun();
  // It may have been taken or deleted meanwhile: then another one is chosen, not shown in its place.
  const chosen = requests.some((request) => request.id === id) ? id : '';

  async function send(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const body = { developer_id: unblocker.id };
      await postStep('/api/tickets/{id}/invite', { path: { id }, body });
      onClose();
      announce(done);
    });
    void invalidateTicket(queryClient, id);
  }

  return (
    <ActDialog
      title={title}
      description="They are told by mail, and see the request from then on. Nothing is owed by either of you."
      act={label}
      size="sm"
      onSubmit={send}
      pending={pending}
      disabled={chosen === ''}
      onClose={onClose}
    >
      <ErrorBox text={failure} />
      <Field label="Request">
        <Select
          value={chosen}
          disabled={pending}
          onChange={({ target }) => {
            setId(target.value);
            setFailure(undefined);
          }}
        >
          {chosen === '' && <option value="">Choose a request</option>}
          {requests.map((request) => (
            <option key={request.id} value={request.id}>
              #{shortId(request.id)} {splitDescription(request.description).title}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  );
}
