import { announce } from '../../ui/toasts.tsx';
import { type Passkey, removePasskey } from './passkey-calls.ts';
import { ProvedDialog } from './proved-dialog.tsx';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const name = passkey.friendly_name ?? '';
  return (
    <ProvedDialog
      title="Remove Passkey"
      description={`"${name}" signs you in no longer. Remove it from the device, too. We tell you by mail.`}
      act="Remove"
      danger
      run={async () => {
        await removePasskey(passkey.id);
        return true;
      }}
      onDone={() => {
        announce(`"${name}" was removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
