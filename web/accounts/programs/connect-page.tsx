import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AskingProgram } from '#domain/program.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { useProfile } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { NarrowPage } from '../narrow-page.tsx';

export function meta() {
  return [{ title: 'Connect a Program · Unblock' }];
}

/** Where a program sends its person, who lets it in or does not. */
export default function ConnectPage() {
  const { id = '' } = useParams();
  const asking = useQuery({
    queryKey: keys.askingProgram(id),
    queryFn: ({ signal }) => api.get('/api/me/programs/asking/{id}', { path: { id }, signal }),
    // What is allowed must be what was read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <NarrowPage title="Connect a Program">
      {asking.isPending && <Spinner label="Looking at the program" />}
      {asking.error && (
        <ErrorBox text={errorText(asking.error)} onRetry={() => void asking.refetch()} />
      )}
      {asking.data && <Question id={id} program={asking.data} />}
    </NarrowPage>
  );
}

function Question({ id, program }: { id: string; program: AskingProgram }) {
  const { email, user_type } = useProfile();
  const answer = useMutation({
    mutationFn: (allow: boolean) =>
      api.post('/api/me/programs/asking/{id}', { path: { id }, body: { allow } }),
    onSuccess: ({ location }) => window.location.assign(location),
  });
  const isModerator = user_type === 'moderator';
  if (answer.data) {
    return (
      <p role="status">
        {answer.variables ? 'Allowed' : 'Denied'}. You can go back to your program and close this
        page.
      </p>
    );
  }
  return (
    <>
      <p>
        A program asks to use your Unblock account,{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <ProgramFacts program={program} />
      <Permissions program={program} />
      <p className="text-sm text-ink-soft">
        Allow it only if you have just started this yourself. You can disconnect it in My Account at
        any time.
      </p>
      {isModerator && (
        <ErrorBox text="Programs of moderators would reach what others have confided to them." />
      )}
      <ErrorBox text={answer.error && errorText(answer.error)} />
      <div className="flex gap-2">
        <Button className="flex-1" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Deny
        </Button>
        {!isModerator && (
          <Button
            variant="primary"
            className="flex-1"
            pending={answer.isPending}
            pendingText="Processing..."
            onClick={() => answer.mutate(true)}
          >
            Allow
          </Button>
        )}
      </div>
    </>
  );
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

function ProgramFacts({ program: { name, address, publisher } }: { program: AskingProgram }) {
  return (
    <dl className="flex flex-col gap-3 rounded bg-sunken p-3 text-sm">
      <Fact term="It calls itself">
        <bdi className="font-medium">{name}</bdi>
      </Fact>
      <Fact term="Its answers go to">
        <code>{address}</code>
        {LOOPBACK.test(address) && ', a program on this computer'}
      </Fact>
      <Fact term="Who made it">
        {publisher ? (
          <>
            Named by the site <code>{publisher}</code>
          </>
        ) : (
          'Nobody has checked that. Anyone can choose this name.'
        )}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Permissions({ program: { scopes } }: { program: AskingProgram }) {
  const may = [
    'Read your requests with their messages, plans, files and code',
    ...(scopes.includes('write')
      ? ['Write and act for you in them: messages, plans, deliveries']
      : []),
  ];
  return (
    <div className="text-sm">
      <h2 className="text-base">It may</h2>
      <ul aria-label="It may" className="list-disc pl-5">
        {may.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">
        It never sees your password, and cannot pay, approve or cancel, nor reach payouts or the
        settings of your account.
      </p>
    </div>
  );
}
