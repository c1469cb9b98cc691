import type { Provider, UserIdentity } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { auth } from '../../api/auth.ts';
import { linkTargets } from '../../api/email-links.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { alertError, announce } from '../../ui/toasts.tsx';
import { AccountSection } from '../account-section.tsx';
import { authErrorText } from '../auth-error.ts';
import { AuthProblem } from '../auth-problem.ts';
import { useLeaving } from './use-leaving.ts';
import type { SignInProvider } from './use-providers.ts';

const ProvedDialog = dialogOnDemand(
  async () => (await import('../passkeys/proved-dialog.tsx')).ProvedDialog<boolean>,
);

/** Accounts elsewhere that sign one in. Nothing where the operator has set none up. */
export function ConnectedAccountsSection({ providers }: { providers: SignInProvider[] }) {
  const identities = useQuery({
    queryKey: keys.identities(),
    queryFn: readIdentities,
    enabled: providers.length > 0,
  });
  if (providers.length === 0) return null;
  return (
    <AccountSection
      id="connected-accounts"
      title="Connected Accounts"
      intro="Each of them signs you in without your password."
    >
      <div className="card">
        {identities.error && (
          <div className="p-4">
            <ErrorBox
              text={errorText(identities.error)}
              onRetry={() => void identities.refetch()}
            />
          </div>
        )}
        {(identities.data || !identities.error) && (
          <ul aria-label="Accounts" className="divide-y divide-line px-4">
            {providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                isKnown={identities.data !== undefined}
                identity={identities.data?.find((one) => one.provider === provider.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </AccountSection>
  );
}

interface ProviderRowProps {
  provider: SignInProvider;
  identity: UserIdentity | undefined;
  isKnown: boolean;
}

function ProviderRow({ provider, identity, isKnown }: ProviderRowProps) {
  const [leaving, setLeaving] = useState(false);
  const queryClient = useQueryClient();
  const { label } = provider;
  const email = identity?.identity_data?.email as string | undefined;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <Link2 size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium">{label}</p>
        <p className="text-2xs wrap-anywhere text-ink-soft">
          {identity ? (email ?? 'Connected') : 'Not connected'}
        </p>
      </div>
      {identity ? (
        <Button size="sm" aria-label={`Disconnect: ${label}`} onClick={() => setLeaving(true)}>
          Disconnect
        </Button>
      ) : (
        <ConnectButton provider={provider} disabled={!isKnown} />
      )}
      {leaving && identity && (
        <ProvedDialog
          title={`Disconnect ${label}`}
          description={`Your account at ${label} signs you in no longer. We tell you by mail.`}
          act="Disconnect"
          danger
          run={() => disconnect(identity)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: keys.identities() });
            announce(`${label} was disconnected.`);
            setLeaving(false);
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  );
}

function ConnectButton({ provider, disabled }: { provider: SignInProvider; disabled: boolean }) {
  const [going, setGoing] = useLeaving();
  const { id, label } = provider;
  async function connect() {
    setGoing(id);
    const { error } = await auth().linkIdentity({
      provider: id as Provider,
      options: { redirectTo: linkTargets.signUp() },
    });
    if (!error) return;
    setGoing(null);
    alertError(`Failed to connect ${label}.`, authErrorText(error));
  }
  return (
    <Button
      size="sm"
      aria-label={`Connect: ${label}`}
      disabled={disabled}
      pending={going !== null}
      onClick={() => void connect()}
    >
      Connect
    </Button>
  );
}

async function readIdentities(): Promise<UserIdentity[]> {
  const { data, error } = await auth().getUserIdentities();
  if (error) throw new AuthProblem(authErrorText(error), error.code);
  return data.identities;
}

async function disconnect(identity: UserIdentity): Promise<boolean> {
  const { error } = await auth().unlinkIdentity(identity);
  if (error) throw new AuthProblem(authErrorText(error), error.code);
  return true;
}
