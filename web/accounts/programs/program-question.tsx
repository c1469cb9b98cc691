import { useMutation } from '@tanstack/react-query';
import type { AskingProgram } from '#domain/program.ts';
import { errorText } from '../../api/api-error.ts';
import { useProfile } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Fact } from '../../ui/fact.tsx';

interface ProgramQuestionProps {
  program: AskingProgram;
  onAnswer: (allow: boolean) => Promise<void>;
}

/** What a program that asks to be let in says of itself, and may do; its person allows it or does not. */
export function ProgramQuestion({ program, onAnswer }: ProgramQuestionProps) {
  const { email, user_type } = useProfile();
  const answer = useMutation({ mutationFn: onAnswer });
  const isModerator = user_type === 'moderator';
  if (answer.isSuccess) {
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
      {program.address === null && (
        <p className="text-sm font-medium">
          If somebody sent you the code, deny it: they would get into your account.
        </p>
      )}
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
      {address === null ? (
        <Fact term="It is let in">Wherever the code was shown to you</Fact>
      ) : (
        <Fact term="Its answers go to">
          <code>{address}</code>
          {LOOPBACK.test(address) && ', a program on this computer'}
        </Fact>
      )}
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
