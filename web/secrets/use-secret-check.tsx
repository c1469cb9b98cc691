import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Upload } from '#domain/file.ts';
import { maskSecrets } from '#domain/secret-mask.ts';
import { type Findings, findShared, type SharedText } from './scan.ts';
import { type Choice, SecretDialog } from './secret-dialog.tsx';

interface Sharing {
  texts: readonly SharedText[];
  files: readonly Upload[];
  /** The act's own name, as on its button. */
  act: string;
}

export interface SecretCheck {
  /**
   * Resolves to the texts to share, in their order, masked where the author wished so; null when the
   * author would rather go back.
   */
  check: (sharing: Sharing) => Promise<readonly string[] | null>;
  /** Render it anywhere in the same component. */
  dialog: ReactNode;
}

interface Asked {
  findings: Findings;
  act: string;
  answer: (choice: Choice) => void;
}

/**
 * "Secrets stay home": before something is shared, warns its author of keys and passwords in it. What
 * somebody has decided to share knowingly is not asked again while it stays the same.
 *
 *     const secrets = useSecretCheck();
 *     const checked = await secrets.check({ texts: [{ label: 'Message', text }], files, act: 'Send' });
 *     if (checked) send(checked[0]);
 *     … {secrets.dialog}
 */
export function useSecretCheck(): SecretCheck {
  const queryClient = useQueryClient();
  const { ask, dialog } = useAsked();
  const accepted = useRef('');

  async function check({ texts, files, act }: Sharing): Promise<readonly string[] | null> {
    const findings = await findShared(queryClient, texts, files);
    const asItIs = texts.map(({ text }) => text);
    const sign = JSON.stringify(findings);
    if (isEmpty(findings) || accepted.current === sign) return asItIs;
    const choice = await ask(findings, act);
    if (choice === 'back') return null;
    if (choice === 'mask') return maskAll(texts, findings);
    accepted.current = sign;
    return asItIs;
  }

  return { check, dialog };
}

/** Asks about one after the other; whoever leaves the screen instead of answering goes back. */
function useAsked() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked | null>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      open.current?.answer('back');
    };
  }, []);

  function ask(findings: Findings, act: string): Promise<Choice> {
    const choice = before.current.then(() => show(findings, act));
    before.current = choice;
    return choice;
  }

  async function show(findings: Findings, act: string): Promise<Choice> {
    if (!here.current) return 'back';
    const choice = await new Promise<Choice>((answer) => {
      open.current = { findings, act, answer };
      setAsked(open.current);
    });
    open.current = null;
    setAsked(null);
    return choice;
  }

  const dialog = asked && (
    <SecretDialog findings={asked.findings} act={asked.act} onChoice={asked.answer} />
  );
  return { ask, dialog };
}

function isEmpty({ texts, files }: Findings): boolean {
  return texts.length === 0 && files.length === 0;
}

function maskAll(texts: readonly SharedText[], { texts: found }: Findings): readonly string[] {
  return texts.map(({ label, text }) => {
    const secrets = found.find((one) => one.label === label)?.secrets;
    return secrets ? maskSecrets(text, secrets) : text;
  });
}
