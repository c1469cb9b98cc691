import { useEffect, useState } from 'react';
import type { toast } from 'sonner';
import { createStore, useStore } from './create-store.ts';
import { sayPlainly } from './say-plainly.ts';
import { untilFetched } from './until-fetched.ts';
import { whenIdle } from './when-idle.ts';

interface Said {
  text: string;
  show: (list: typeof toast) => void;
  /** Takes away what was said plainly. */
  unsay?: () => void;
}

const NONE: readonly Said[] = [];

/** What is to be shown, until the library has come. */
const waiting = createStore(NONE);

/** An error, announced at once, with its reason where that is known. */
export function alertError(text: string, reason?: string): void {
  say(reason ? `${text} ${reason}` : text, ({ error }) =>
    error(<span role="alert">{text}</span>, {
      duration: 8000,
      ...(reason && { description: <span className="text-ink-soft">{reason}</span> }),
    }),
  );
}

/** A success, announced when the screen reader is idle. */
export function announce(text: string): void {
  say(text, ({ success }) => success(<span role="status">{text}</span>));
}

function say(text: string, show: Said['show']): void {
  waiting.set([...waiting.get(), { text, show }]);
}

/**
 * The list of toasts. No screen waits for its library: it comes once the page has nothing to do, or with
 * the first toast, whose words stand there plainly where it could not be fetched.
 */
export function Toasts() {
  const said = useStore(waiting, NONE);
  const [library, setLibrary] = useState<typeof import('./toaster.tsx')>();
  useEffect(() => {
    if (!library)
      return untilFetched(() => import('./toaster.tsx'), setLibrary, {
        ...(said.length === 0 && { begin: whenIdle }),
        onFailure: () => {
          for (const one of waiting.get()) one.unsay ??= sayPlainly(one.text);
        },
      });
    // More may have come since this was drawn.
    const now = waiting.get();
    if (now.length > 0) waiting.set(NONE);
    for (const { show, unsay } of now) {
      unsay?.();
      show(library.toast);
    }
  }, [library, said]);
  return library && <library.Toaster />;
}
