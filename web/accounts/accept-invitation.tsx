import { useMutation } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

interface AcceptInvitationProps {
  token: string;
  onAccepted: () => void;
}

/** For an address that has an account: it keeps its password and its name, and gets the role. */
export function AcceptInvitation({ token, onAccepted }: AcceptInvitationProps) {
  const { session, signOut } = useSession();
  const accept = useMutation({
    mutationFn: () => api.post('/api/invitations/{token}/accept', { path: { token }, body: {} }),
    onSuccess: async () => {
      // Another account may be signed in here; the invited one has no session any more.
      if (session) await signOut();
      onAccepted();
    },
  });
  return (
    <>
      <p className="text-sm text-ink-soft">
        You have an account with this address. It keeps its password, and all its devices are signed
        out once.
      </p>
      <ErrorBox text={accept.error && errorText(accept.error)} />
      <Button
        variant="primary"
        pending={accept.isPending}
        pendingText="Processing..."
        onClick={() => accept.mutate()}
      >
        Accept Invitation
      </Button>
    </>
  );
}
