import { useRef } from 'react';
import { idempotencyKey } from './client.ts';

/**
 * The key for sending this body: the same as long as the same body is tried again, so that an answer
 * lost on the way does not make the thing twice; a new one for another body, or once it is `done`.
 */
export function useIdempotencyKey() {
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
