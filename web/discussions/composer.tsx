import { Paperclip, SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { acts } from '#domain/acts.ts';
import { messageProblem } from '#domain/message-text.ts';
import { FormFilesField } from '../files/form-files-field.tsx';
import type { FormFiles } from '../files/use-form-files.ts';
import { leftWhile } from '../files/use-unsent-prompt.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldError } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { alertError } from '../ui/toasts.tsx';
import { type SendKey, sendKeyWords, useSendKey } from './send-key.ts';
import { useAttaching } from './use-attaching.ts';
import type { NewMessage } from './use-outbox.ts';

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The message it answers. */
  answered: ReactNode;
  draft: string;
  onDraft: (text: string) => void;
  files: FormFiles;
  onSend: (message: NewMessage) => void;
  /** Whether a message is on its way from here; known at once, before anything is drawn. */
  isSending: RefObject<boolean>;
  /** Sent as a question that needs an answer, where that is possible. */
  asks: boolean;
  onAsks: (asks: boolean) => void;
  mayAsk: boolean;
  /** Something was typed. */
  onWrite: () => void;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

export function Composer(props: ComposerProps) {
  const { field, answered, draft, onDraft, files, onWrite, onKeys } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [sendKey] = useSendKey();
  const attaching = useAttaching(form, files);
  const { error, setError, sending, send } = useSending(props, attaching.close);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    field.current?.focus();
    void send();
  }

  function sendByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !sends(event, sendKey)) return;
    // During composition, Enter belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === ENDS_COMPOSING) return;
    event.preventDefault();
    submit();
  }

  function write(text: string) {
    setError(undefined);
    onDraft(text);
    if (text.trim() !== '') onWrite();
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      onPaste={attaching.onPaste}
      className="border-t border-line p-3 md:p-4"
    >
      {answered}
      {attaching.open && (
        <ComposerFiles files={files} disabled={sending} onClose={attaching.close} />
      )}
      <div className="flex items-end gap-2">
        <AttachButton disabled={sending} onClick={attaching.choose} />
        <Textarea
          ref={field}
          rows={1}
          value={draft}
          readOnly={sending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendByKeys}
          placeholder="Type your message..."
          aria-label="Message"
          aria-describedby={error ? `${id}-error` : `${id}-keys`}
          aria-invalid={error ? true : undefined}
          className="max-h-[30dvh]! resize-none min-h-11! md:min-h-10!"
        />
        <Button
          type="submit"
          variant="primary"
          pending={files.uploads.isUploading}
          pendingText="Uploading..."
        >
          <SendHorizontal size={16} aria-hidden />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <div role="alert" className="not-empty:mt-2">
        <FieldError id={`${id}-error`} text={error} />
      </div>
      {props.mayAsk && (
        <Checkbox
          label={acts.ask.label}
          title="Until the other side writes, it is their turn, and an unblocker’s time stands still unless a deadline is missed."
          checked={props.asks}
          onChange={(event) => props.onAsks(event.target.checked)}
          className="mt-1.5 w-fit"
        />
      )}
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

/** Safari's key code for the Enter that ends a composition, when `isComposing` is false already. */
const ENDS_COMPOSING = 229;

/** Named by text, as a label with this word would compete with the field 'Files'. */
function AttachButton(props: { disabled: boolean; onClick: () => void }) {
  return (
    <Button variant="ghost" title="Attach Files" className="px-3! text-ink-soft" {...props}>
      <Paperclip size={20} aria-hidden />
      <span className="sr-only">Attach Files</span>
    </Button>
  );
}

const UPLOAD_FAILED = 'Failed to upload attachments. Please try again.';

/**
 * Sends files first, then the message, which is shown meanwhile. After a failure words and files stay.
 * Source: specification 5, "Message"; 8, "Attachment failure on send".
 */
function useSending(
  { draft, onDraft, files, onSend, isSending }: ComposerProps,
  onSent: () => void,
) {
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  // What is chosen beside the words while files are on their way goes along too.
  const latest = useRef(onSend);
  useEffect(() => {
    latest.current = onSend;
  });

  async function send() {
    if (isSending.current) return;
    const text = withoutBlankEdges(draft);
    const problem = messageProblem(text);
    setError(problem ?? undefined);
    if (problem) return;
    isSending.current = true;
    setSending(true);
    try {
      await sendWith(text);
    } finally {
      isSending.current = false;
      setSending(false);
    }
  }

  async function sendWith(text: string) {
    const sayLeft = leftWhile('Your message was not sent');
    const settled = await files.uploads.uploadAll();
    if (!settled) return sayLeft();
    const { uploaded, unsent } = settled;
    if (unsent > 0) return alertError(UPLOAD_FAILED);
    const all = [...files.kept, ...uploaded];
    latest.current({ text, files: all });
    onDraft('');
    files.clear();
    onSent();
  }

  return { error, setError, sending, send };
}

/** Removes blank lines around a message; the first line keeps its indentation, as it may be code. */
function withoutBlankEdges(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}

function sends(event: KeyboardEvent, chosen: SendKey): boolean {
  if (event.ctrlKey || event.metaKey) return true;
  // On-screen keyboards have no other key for a new line.
  return chosen === 'enter' && !event.shiftKey && !matchMedia('(pointer: coarse)').matches;
}

interface ComposerFilesProps {
  files: FormFiles;
  disabled: boolean;
  onClose: () => void;
}

/** The files of a message; without any, the uploader can be closed. */
function ComposerFiles({ files, disabled, onClose }: ComposerFilesProps) {
  const isEmpty = files.uploads.items.length === 0 && files.kept.length === 0;
  return (
    <div className="mb-3 flex max-h-[45dvh] animate-fade-in flex-col overflow-y-auto">
      <FormFilesField files={files} disabled={disabled} />
      {isEmpty && (
        <Button size="sm" variant="ghost" className="mt-1 self-end" onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}
