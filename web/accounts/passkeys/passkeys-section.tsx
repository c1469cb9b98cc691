import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { invalidate } from '../../api/invalidate.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AccountSection, listThenAct, OwnList } from '../account-section.tsx';
import { listPasskeys, type Passkey } from './passkey-calls.ts';
import { knowsPasskeys } from './passkey-support.ts';

const AddPasskeyDialog = dialogOnDemand(
  async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog,
);
const RenamePasskeyDialog = dialogOnDemand(
  async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
);
const RemovePasskeyDialog = dialogOnDemand(
  async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog,
);

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Devices that sign one in by a finger, a face or a PIN. */
export function PasskeysSection() {
  const [open, setOpen] = useState<Open | null>(null);
  const queryClient = useQueryClient();
  function close() {
    setOpen(null);
    void invalidate(queryClient, keys.passkeys());
  }
  return (
    <AccountSection
      id="passkeys"
      title="Passkeys"
      intro="A passkey signs you in by your finger, your face or the PIN of your device. There is nothing to remember, and nothing that another site could steal."
    >
      <div className={listThenAct}>
        <PasskeyList onAct={(kind, passkey) => setOpen({ kind, passkey })} />
        <div className="flex shrink-0 justify-end p-4">
          {knowsPasskeys() ? (
            <Button onClick={() => setOpen({ kind: 'add' })}>Add a Passkey</Button>
          ) : (
            <p className="text-sm text-ink-soft">This browser knows no passkeys.</p>
          )}
        </div>
      </div>
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
    </AccountSection>
  );
}

type OnAct = (kind: 'rename' | 'remove', passkey: Passkey) => void;

function PasskeyList({ onAct }: { onAct: OnAct }) {
  const passkeys = useQuery({
    queryKey: keys.passkeys(),
    queryFn: listPasskeys,
    // Never from the cache: people look here because they suspect an intruder.
    staleTime: 0,
  });
  return (
    <OwnList
      label="Your Passkeys"
      list={passkeys}
      loading="Loading your passkeys"
      empty="You have no passkey yet."
    >
      {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onAct={onAct} />}
    </OwnList>
  );
}

function PasskeyRow({ passkey, onAct }: { passkey: Passkey; onAct: OnAct }) {
  const name = passkey.friendly_name ?? '';
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <Fingerprint size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-2xs text-ink-soft">
          Added <RelativeTime at={passkey.created_at} />
          {passkey.last_used_at && (
            <>
              , last used <RelativeTime at={passkey.last_used_at} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Rename: ${name}`} onClick={() => onAct('rename', passkey)}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove: ${name}`} onClick={() => onAct('remove', passkey)}>
          Remove
        </Button>
      </div>
    </li>
  );
}
