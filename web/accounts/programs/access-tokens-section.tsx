import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type AccessToken, scopeWords } from '#domain/program.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { announce } from '../../ui/toasts.tsx';
import { AccountSection, listThenAct, OwnList } from '../account-section.tsx';

const NewTokenDialog = dialogOnDemand(
  async () => (await import('./new-token-dialog.tsx')).NewTokenDialog,
);

const RecentUseDialog = dialogOnDemand(
  async () => (await import('./recent-use-dialog.tsx')).RecentUseDialog,
);

/** Keys for one's own programs, in My Account. */
export function AccessTokensSection() {
  const [open, setOpen] = useState<'new' | 'uses' | null>(null);
  useWarmUp(NewTokenDialog);
  return (
    <AccountSection
      id="access-tokens"
      title="Access Tokens"
      intro="A program that has one of these reads your requests, and writes as you if you let it. Nothing about passwords, payouts or this account is open to it."
    >
      <div className={listThenAct}>
        <TokenList />
        <div className="flex flex-wrap justify-end gap-2 p-4">
          <Button onClick={() => setOpen('uses')}>Recent Use</Button>
          <Button onClick={() => setOpen('new')}>New Access Token</Button>
        </div>
      </div>
      {open === 'new' && <NewTokenDialog onClose={() => setOpen(null)} />}
      {open === 'uses' && <RecentUseDialog onClose={() => setOpen(null)} />}
    </AccountSection>
  );
}

function TokenList() {
  const tokens = useQuery({
    queryKey: keys.tokens(),
    queryFn: ({ signal }) => api.get('/api/me/tokens', { signal }),
    // Never from the cache: people look here because they suspect an intruder.
    staleTime: 0,
    select: ({ items }) => items,
  });
  return (
    <OwnList
      label="Tokens"
      list={tokens}
      loading="Loading your access tokens"
      empty="No program has a token of yours."
    >
      {(token) => <TokenRow key={token.id} token={token} />}
    </OwnList>
  );
}

function TokenRow({ token }: { token: AccessToken }) {
  const revoke = useRevoke(token);
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <KeyRound size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{token.name}</p>
        <p className="text-2xs text-ink-soft">
          Ends with <code>{token.ends_with}</code>. {scopeWords(token.scopes)}.{' '}
          {token.last_used_at ? (
            <>
              Last used <RelativeTime at={token.last_used_at} />
            </>
          ) : (
            'Not used yet'
          )}
          {token.expires_at && (
            <>
              , ends on <LocalMoment at={token.expires_at} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Revoke: ${token.name}`} onClick={revoke}>
        Revoke
      </Button>
    </li>
  );
}

function useRevoke({ id, name }: AccessToken) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  return () =>
    confirm({
      title: 'Revoke Access Token',
      text: `The program that uses "${name}" is refused from now on. This cannot be undone.`,
      act: 'Revoke',
      danger: true,
      run: async () => {
        await api.delete('/api/me/tokens/{id}', { path: { id } });
        await queryClient.invalidateQueries({ queryKey: keys.tokens() });
        announce(`"${name}" was revoked.`);
      },
    });
}
