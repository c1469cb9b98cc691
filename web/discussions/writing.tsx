import { type RefObject, useImperativeHandle } from 'react';
import { useFormFiles } from '../files/use-form-files.ts';
import { Composer } from './composer.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { useDraft } from './use-draft.ts';
import type { NewMessage } from './use-outbox.ts';
import { useTellTyping } from './use-tell-typing.ts';

/** Takes a message that could not be sent back into the composer. */
export interface Rewriter {
  rewrite: (message: UnsentMessage) => void;
}

interface WritingProps {
  ref: RefObject<Rewriter | null>;
  ticketId: string;
  onSend: (message: NewMessage) => void;
  /** Shows the keys. */
  onKeys: () => void;
}

/** The composer with what is in it. Each key draws this alone, and not the thread above it. */
export function Writing({ ref, ticketId, onSend, onKeys }: WritingProps) {
  const [draft, setDraft] = useDraft(ticketId);
  const files = useFormFiles(`message.${ticketId}`);
  const tellTyping = useTellTyping(ticketId);
  useImperativeHandle(ref, () => ({
    rewrite(unsent) {
      setDraft([draft, unsent.text].filter(Boolean).join('\n\n'));
      files.addKept(unsent.files);
    },
  }));
  return (
    <Composer
      draft={draft}
      onDraft={setDraft}
      files={files}
      onWrite={tellTyping}
      onSend={onSend}
      onKeys={onKeys}
    />
  );
}
