import { useState } from 'react';
import { announce } from '../../ui/toasts.tsx';
import { addPasskey, type Passkey } from './passkey-calls.ts';
import { ProvedDialog } from './proved-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

/** Has the browser make a passkey, then asks for its name. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Passkey>();
  if (made)
    return <RenamePasskeyDialog passkey={made} title="Name Your Passkey" onClose={onClose} />;
  return (
    <ProvedDialog
      title="Add a Passkey"
      description="Your browser now asks for your finger, your face or the PIN of this device, or of your phone. We tell you by mail."
      act="Add a Passkey"
      run={addPasskey}
      onDone={(passkey) => {
        announce('The passkey was added.');
        setMade(passkey);
      }}
      onClose={onClose}
    />
  );
}
