import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { loadAuthCalls } from '../load-auth-calls.ts';
import { useProviders } from './use-providers.ts';

/** Signing in with an account elsewhere, as far as the operator has set any up. */
export function ProviderButtons({ onFailure }: { onFailure: (cause: unknown) => void }) {
  const providers = useProviders();
  const [going, setGoing] = useState<string | null>(null);

  async function go(id: string) {
    setGoing(id);
    try {
      const { goToProvider } = await loadAuthCalls();
      await goToProvider(id);
    } catch (cause) {
      setGoing(null);
      onFailure(cause);
    }
  }

  return providers.map(({ id, label }) => (
    <Button key={id} pending={going === id} disabled={going !== null} onClick={() => void go(id)}>
      Continue with {label}
    </Button>
  ));
}
