import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FoundSecret } from '#domain/secret.ts';
import { SecretsAsked } from './secrets-asked.tsx';
import { type Choice, type Said, sendAsking } from './send-asking.ts';

export interface Sending {
  /**
   * Sends; false when its author would rather go back.
   * @param act its own name, as on its button
   */
  send: <Result>(act: string, call: (said: Said) => Promise<Result>) => Promise<Result | false>;
  /** Render it anywhere in the same component. */
  dialog: ReactNode;
}

interface Asked {
  items: readonly FoundSecret[];
  act: string;
  answer: (choice: Choice) => void;
}

/**
 * "Secrets stay home": the server looks through whatever is shared; this asks what becomes of the keys
 * that it finds. Whoever leaves the screen instead of answering goes back.
 *
 *     const sending = useSending();
 *     const sent = await sending.send('Send', (said) => api.post(path, { text, ...said }));
 *     … {sending.dialog}
 */
export function useSending(): Sending {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked | null>(null);
  useEffect(() => () => open.current?.answer('back'), []);

  async function ask(items: readonly FoundSecret[], act: string): Promise<Choice> {
    const choice = await new Promise<Choice>((answer) => {
      open.current = { items, act, answer };
      setAsked(open.current);
    });
    open.current = null;
    setAsked(null);
    return choice;
  }

  return {
    send: (act, call) => sendAsking(call, (items) => ask(items, act)),
    dialog: asked && <SecretsAsked items={asked.items} act={asked.act} onChoice={asked.answer} />,
  };
}
