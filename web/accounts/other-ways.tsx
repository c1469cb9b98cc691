import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Agreement } from './agreement.tsx';
import { usePasskeySignIn } from './passkeys/use-passkey-sign-in.ts';
import { ProviderButtons } from './providers/provider-buttons.tsx';

interface OtherWaysProps {
  onSuccess: () => void;
  onFailure: (cause: unknown) => void;
}

/** Beside the password: a passkey, or an account elsewhere. */
export function OtherWays({ onSuccess, onFailure }: OtherWaysProps) {
  const passkey = usePasskeySignIn(onSuccess, onFailure);
  const [pending, setPending] = useState(false);

  async function use() {
    setPending(true);
    await passkey.use();
    setPending(false);
  }

  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4 empty:hidden">
      {passkey.isKnown && (
        <Button pending={pending} onClick={() => void use()}>
          <Fingerprint size={16} aria-hidden />
          Use a Passkey
        </Button>
      )}
      <ProviderButtons onFailure={onFailure} terms={<Agreement act="Continue" />} />
    </div>
  );
}
