import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { AccountSection } from '../account-section.tsx';
import { type Factors, readFactors } from './factor-calls.ts';

/** Below this one should create new ones. */
const FEW_CODES = 3;

const SetUpDialog = dialogOnDemand(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);

const TurnOffDialog = dialogOnDemand(
  async () => (await import('./turn-off-dialog.tsx')).TurnOffDialog,
);
const NewCodesDialog = dialogOnDemand(
  async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog,
);
type Opened = 'set-up' | 'turn-off' | 'codes' | null;

/** Two-step sign-in: on or off, and the backup codes. */
export function TwoStepSection() {
  const factors = useFactors();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  useWarmUp(SetUpDialog, TurnOffDialog, NewCodesDialog);

  function close() {
    setOpened(null);
    void queryClient.invalidateQueries({ queryKey: keys.factors() });
    void queryClient.invalidateQueries({ queryKey: keys.me() });
  }

  return (
    <AccountSection
      id="two-step-sign-in"
      title="Two-Step Sign-In"
      intro="After your password, signing in asks for a code from an app on your phone. Whoever learns your password still does not get in."
    >
      {factors.isPending && (
        <div className="card p-4">
          <SkeletonText lines={2} />
        </div>
      )}
      {factors.error && (
        <ErrorBox text={errorText(factors.error)} onRetry={() => void factors.refetch()} />
      )}
      {factors.data && <State factors={factors.data} onOpen={setOpened} />}
      {opened === 'set-up' && <SetUpDialog onClose={close} />}
      {opened === 'turn-off' && factors.data && (
        <TurnOffDialog apps={factors.data.apps} onClose={close} />
      )}
      {opened === 'codes' && factors.data && (
        <NewCodesDialog renew={factors.data.backupCodes !== null} onClose={close} />
      )}
    </AccountSection>
  );
}

interface StateProps {
  factors: Factors;
  onOpen: (dialog: Opened) => void;
}

function State({ factors, onOpen }: StateProps) {
  const [app] = factors.apps;
  if (!app) {
    return (
      <div className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          It is off. You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or
          your password manager.
        </p>
        <Button onClick={() => onOpen('set-up')}>Set Up</Button>
      </div>
    );
  }
  return (
    <div className="card divide-y divide-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-sans text-sm font-medium tracking-normal">
            Authenticator app <Badge tone="go">On</Badge>
          </h3>
          <p className="text-sm text-ink-soft">
            Set up <RelativeTime at={app.since} />
          </p>
        </div>
        <Button onClick={() => onOpen('turn-off')}>Turn Off</Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-sans text-sm font-medium tracking-normal">Backup codes</h3>
          <CodesLeft codes={factors.backupCodes} />
        </div>
        <Button onClick={() => onOpen('codes')}>New Backup Codes</Button>
      </div>
    </div>
  );
}

function CodesLeft({ codes }: { codes: Factors['backupCodes'] }) {
  const left = codes?.remaining ?? 0;
  return (
    <p className={left < FEW_CODES ? 'text-sm text-turn-ink' : 'text-sm text-ink-soft'}>
      {codes ? `${left} of ${codes.total} left. ` : 'You have none. '}
      {left < FEW_CODES
        ? 'Make new ones now, so that you are not locked out without your phone.'
        : 'Each signs you in once when your phone is not at hand.'}
    </p>
  );
}

/** The account's second factors. */
function useFactors() {
  return useQuery({ queryKey: keys.factors(), queryFn: readFactors, staleTime: 0 });
}
