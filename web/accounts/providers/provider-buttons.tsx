import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { loadAuthCalls } from '../load-auth-calls.ts';
import { useLeaving } from './use-leaving.ts';
import { useProviders } from './use-providers.ts';

interface ProviderButtonsProps {
  onFailure: (cause: unknown) => void;
  /** What pressing one agrees to: whoever is new has an account by it. */
  terms: ReactNode;
}

/** Signing in with an account elsewhere, as far as the operator has set any up. */
export function ProviderButtons({ onFailure, terms }: ProviderButtonsProps) {
  const providers = useProviders();
  const [going, setGoing] = useLeaving();

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

  if (providers.length === 0) return null;
  return (
    <>
      {providers.map(({ id, label }) => (
        <Button
          key={id}
          pending={going === id}
          disabled={going !== null}
          onClick={() => void go(id)}
        >
          Continue with {label}
        </Button>
      ))}
      {terms}
    </>
  );
}
