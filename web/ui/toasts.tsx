import { type ComponentType, useEffect, useState } from 'react';
import type { toast } from 'sonner';
import { createStore, useStore } from './create-store.ts';
import { whenIdle } from './when-idle.ts';

/** How many were asked for. */
const asked = createStore(0);

/** An error, announced at once, with its reason where that is known. */
export function alertError(text: string, reason?: string): void {
  show(({ error }) =>
    error(<span role="alert">{text}</span>, {
      duration: 8000,
      ...(reason && { description: <span className="text-ink-soft">{reason}</span> }),
    }),
  );
}

/** A success, announced when the screen reader is idle. */
export function announce(text: string): void {
  show(({ success }) => success(<span role="status">{text}</span>));
}

/** The library keeps toasts that come before their list is there. */
function show(act: (list: typeof toast) => void): void {
  asked.set(asked.get() + 1);
  import('sonner').then(
    (sonner) => act(sonner.toast),
    (cause) => console.error('Failed to load what draws toasts', cause),
  );
}

/**
 * The list of toasts. No screen waits for its library: it comes once the page has nothing to do, or with
 * the first toast, and is tried again with the next where it could not be fetched.
 */
export function Toasts() {
  const count = useStore(asked, 0);
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    if (List) return;
    const load = () =>
      void import('./toaster.tsx').then(
        ({ Toaster }) => setList(() => Toaster),
        () => undefined,
      );
    if (count === 0) return whenIdle(load);
    load();
  }, [List, count]);
  return List && <List />;
}
