import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { MESSAGE_EMPTY, messageInputSchema } from '#domain/message.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { type SendKey, sendKeyWords, useSendKey } from './send-key.ts';

interface ComposerProps {
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  /** Something was typed. */
  onWrite: () => void;
  /** Shows the keys. */
  onKeys: () => void;
}

export function Composer({ draft, onDraft, onSend, onWrite, onKeys }: ComposerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const [sendKey] = useSendKey();

  function send() {
    const input = messageInputSchema.safeParse({ text: withoutBlankEdges(draft) });
    setError(input.success ? undefined : (input.error.issues[0]?.message ?? MESSAGE_EMPTY));
    field.current?.focus();
    if (!input.success) return;
    onSend(input.data.text);
    onDraft('');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  function sendByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !sends(event, sendKey)) return;
    // While a word is being composed, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function write(text: string) {
    setError(undefined);
    onDraft(text);
    if (text.trim() !== '') onWrite();
  }

  return (
    <form onSubmit={submit} noValidate className="border-t border-line p-3 md:p-4">
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          rows={1}
          value={draft}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendByKeys}
          placeholder="Type your message..."
          aria-label="Message"
          aria-describedby={error ? `${id}-error` : `${id}-keys`}
          aria-invalid={error ? true : undefined}
          className="max-h-[30dvh]! resize-none min-h-11! md:min-h-10!"
        />
        <Button type="submit" variant="primary">
          <SendHorizontal size={16} aria-hidden />
          Send
        </Button>
      </div>
      <div role="alert" className="not-empty:mt-2">
        <FieldError id={`${id}-error`} text={error} />
      </div>
      <p className="mt-1.5 flex items-center gap-3 text-2xs text-ink-soft max-md:hidden">
        <span id={`${id}-keys`}>{sendKeyWords(sendKey)}</span>
        <button type="button" onClick={onKeys} className="link">
          Keyboard shortcuts
        </button>
        <span>Markdown and code work</span>
      </p>
    </form>
  );
}

/** Blank lines round a message are of no use; the indentation of its first line may be code. */
function withoutBlankEdges(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}

function sends(event: KeyboardEvent, chosen: SendKey): boolean {
  if (event.ctrlKey || event.metaKey) return true;
  // A keyboard on the screen has no other key for a new line.
  return chosen === 'enter' && !event.shiftKey && !matchMedia('(pointer: coarse)').matches;
}
