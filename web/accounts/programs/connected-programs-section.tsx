import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { type ConnectedProgram, scopeWords } from '#domain/program.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { announce } from '../../ui/toasts.tsx';
import { AccountSection, OwnList } from '../account-section.tsx';

/** Programs that were let in by a question in this browser, in My Account. */
export function ConnectedProgramsSection() {
  return (
    <AccountSection
      id="connected-programs"
      title="Connected Programs"
      intro="Editors and assistants that you have let in. Each gave its name itself. Nothing about passwords, payouts or this account is open to them."
    >
      <div className="card">
        <ProgramList />
      </div>
    </AccountSection>
  );
}

function ProgramList() {
  const programs = useQuery({
    queryKey: keys.programs(),
    queryFn: ({ signal }) => api.get('/api/me/programs', { signal }),
    // Never from the cache: people look here because they suspect an intruder.
    staleTime: 0,
    select: ({ items }) => items,
  });
  return (
    <OwnList
      label="Programs"
      list={programs}
      loading="Loading your connected programs"
      empty="No program is connected."
    >
      {(program) => <ProgramRow key={program.id} program={program} />}
    </OwnList>
  );
}

function ProgramRow({ program }: { program: ConnectedProgram }) {
  const { name, address, scopes, created_at, last_used_at } = program;
  const disconnect = useDisconnect(program);
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Plug size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-2xs wrap-anywhere text-ink-soft">
          {address === null ? (
            'Let in by a code. '
          ) : (
            <>
              Its answers go to <code>{address}</code>.{' '}
            </>
          )}
          {scopeWords(scopes)}. Connected on <LocalMoment at={created_at} />.{' '}
          {last_used_at ? (
            <>
              Last used <RelativeTime at={last_used_at} />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Disconnect: ${name}`} onClick={disconnect}>
        Disconnect
      </Button>
    </li>
  );
}

function useDisconnect({ id, name }: ConnectedProgram) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  return () =>
    confirm({
      title: 'Disconnect Program',
      text: `"${name}" is refused from now on. It can ask you again.`,
      act: 'Disconnect',
      danger: true,
      run: async () => {
        await api.delete('/api/me/programs/{id}', { path: { id } });
        await queryClient.invalidateQueries({ queryKey: keys.programs() });
        announce(`"${name}" was disconnected.`);
      },
    });
}
