import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { InvitationGreeting } from '#domain/invitation.ts';
import { paths } from '#domain/paths.ts';
import { refusals } from '#domain/refusals.ts';
import { errorText } from '../api/api-error.ts';
import { auth } from '../api/auth.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { loadSignOut, useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { JoinForm } from './join-form.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { roleWords } from './role-words.ts';

export function meta() {
  return [{ title: 'Join Unblock · Unblock' }];
}

/** `entering`: joined, and signing in; `joined`: the person has to sign in. */
type Stage = 'form' | 'entering' | 'joined';

/** The target of an invitation's link. */
export default function JoinPage() {
  const { token = '' } = useParams();
  const [stage, setStage] = useState<Stage>('form');
  const navigate = useNavigate();
  const greeting = useQuery({
    queryKey: keys.invitation(token),
    queryFn: ({ signal }) => api.get('/api/invitations/{token}', { path: { token }, signal }),
    // A refetch must not remove the form while a person types.
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function enter(email: string, password: string) {
    setStage('entering');
    const { error } = await auth().signInWithPassword({ email, password });
    if (error) setStage('joined');
    else void navigate(paths.dashboard(), { replace: true });
  }

  return (
    <NarrowPage title="Join Unblock">
      {stage === 'entering' && (
        <p className="flex items-center gap-3" role="status">
          <Spinner label={null} />
          Your account is ready. Taking you to your dashboard.
        </p>
      )}
      {stage === 'joined' && <Joined />}
      {stage === 'form' && (
        <Greeting
          pending={greeting.isPending}
          error={greeting.error}
          onRetry={() => void greeting.refetch()}
          greeting={greeting.data}
        >
          {(valid) =>
            valid.has_account ? (
              <AcceptInvitation token={token} onAccepted={() => setStage('joined')} />
            ) : (
              <JoinForm
                token={token}
                greeting={valid}
                onJoined={(password) => void enter(valid.email ?? '', password)}
              />
            )
          }
        </Greeting>
      )}
    </NarrowPage>
  );
}

interface GreetingProps {
  pending: boolean;
  error: Error | null;
  onRetry: () => void;
  greeting: InvitationGreeting | undefined;
  children: (greeting: InvitationGreeting) => ReactNode;
}

function Greeting({ pending, error, onRetry, greeting, children }: GreetingProps) {
  if (pending) return <Spinner label="Checking your invitation" />;
  if (error || !greeting) {
    return <ErrorBox text={errorText(error)} onRetry={onRetry} />;
  }
  if (!greeting.valid || !greeting.role) return <Invalid />;
  return (
    <>
      <p>
        Welcome{greeting.name && `, ${greeting.name}`}! You are invited to work here as{' '}
        {roleWords[greeting.role]}.
      </p>
      <p className="text-sm text-ink-soft">
        Your account is for <strong className="wrap-anywhere text-ink">{greeting.email}</strong>,
        the address this invitation was sent to.
      </p>
      {children(greeting)}
    </>
  );
}

function Invalid() {
  return (
    <>
      <h2 className="text-xl">Invalid Link</h2>
      <ErrorBox text={refusals.invitation_not_valid[1]} />
      <p className="text-sm text-ink-soft">
        Have you joined already? Then sign in with the password you chose. Otherwise answer the mail
        that brought you here, and we send you a new link.
      </p>
      <SignInButton />
    </>
  );
}

function Joined() {
  return (
    <>
      <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
        Welcome to the team. Please sign in with your password.
      </p>
      <SignInButton />
    </>
  );
}

function SignInButton() {
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      onClick={() => navigate(paths.home(), { replace: true, state: { signIn: true } })}
    >
      Go to Sign In
    </Button>
  );
}

interface AcceptInvitationProps {
  token: string;
  onAccepted: () => void;
}

/** For an address with an account: it keeps password and name, and gets the role. */
function AcceptInvitation({ token, onAccepted }: AcceptInvitationProps) {
  const { session } = useSession();
  const accept = useMutation({
    mutationFn: async () => {
      // Another account may be signed in here, and the invited one's sessions end.
      const leave = session && (await loadSignOut());
      await api.post('/api/invitations/{token}/accept', { path: { token }, body: {} });
      await leave?.();
    },
    onSuccess: onAccepted,
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
