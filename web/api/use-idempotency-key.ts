import { useRef } from 'react';
import { idempotencyKey } from './client.ts';

interface IdempotencyKeys {
  keyFor: (body: unknown) => string;
  done: () => void;
}

/**
 * The key for sending this body: the same while the same body is retried, so that a lost answer does
 * not create it twice; a new one for another body, or once it is `done`.
 */
export function useIdempotencyKey(): IdempotencyKeys {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: idempotencyKey() };
      return last.current.key;
    },
    done(): void {
      last.current = null;
    },
  };
}
