import { X } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { MAX_CODE_LINES } from '#domain/limits.ts';
import type { Quote } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { conversationName } from '../api/conversation-name.ts';
import { useProfile } from '../api/session.tsx';
import { CodeLineChips } from '../code/code-line-chips.tsx';
import { codeReferences, useCodeReferences } from '../code/code-references.ts';
import { useFormFiles } from '../files/use-form-files.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Composer } from './composer.tsx';
import { draftStore } from './draft-store.ts';
import { QuoteWords } from './quoted.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import type { NewMessage } from './use-outbox.ts';

/** Takes a failed message back into the composer. */
export interface Rewriter {
  /** @returns false, and takes nothing, while another one is on its way from here */
  rewrite: (message: UnsentMessage) => boolean;
  /** The next message answers this one. */
  answer: (quote: Quote) => void;
}

interface WritingProps {
  ref: RefObject<Rewriter | null>;
  ticket: Ticket;
  /** Whether somebody was writing while nobody had the request: they go on as soon as somebody has it. */
  goesOn: RefObject<boolean>;
  /** One may ask what needs an answer. */
  mayAsk: boolean;
  /** Who wrote a message. */
  authorOf: (quote: Quote) => string;
  onSend: (message: NewMessage) => void;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

/** The composer of one conversation with its content. Typing renders only this, not the thread. */
export function Writing({ ref, ticket, goesOn, mayAsk, authorOf, onSend, onKeys }: WritingProps) {
  const conversation = conversationName(ticket);
  const saidToNobody = conversation === ticket.id ? null : ticket.id;
  const [draft, setDraft] = useDraft(conversation, saidToNobody);
  const files = useFormFiles(`message.${conversation}`, {
    takesOver: saidToNobody && `message.${saidToNobody}`,
  });
  const tellTyping = useTellTyping(ticket.id);
  const [answers, setAnswers] = useState<Quote | null>(null);
  const [asks, setAsks] = useState(false);
  const code = useCodeReferences(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const comesWithCode = useRef(code.length > 0);
  useEffect(() => {
    // Whoever has just chosen lines writes about them next.
    if (comesWithCode.current) field.current?.focus();
  }, []);
  useLayoutEffect(() => {
    if (saidToNobody !== null) codeReferences.move(saidToNobody, conversation);
  }, [saidToNobody, conversation]);
  useGoingOn(field, goesOn, saidToNobody === null);
  const isSending = useRef(false);
  useImperativeHandle(ref, () => ({
    rewrite(unsent) {
      if (isSending.current) return false;
      setDraft([draft, unsent.text].filter(Boolean).join('\n\n'));
      files.addKept(unsent.files);
      setAnswers(unsent.answers ?? null);
      setAsks(unsent.needs_answer ?? false);
      codeReferences.set(conversation, [...code, ...(unsent.code ?? [])].slice(0, MAX_CODE_LINES));
      return true;
    },
    answer(quote) {
      setAnswers(quote);
      field.current?.focus();
    },
  }));
  return (
    <Composer
      field={field}
      answered={
        <>
          {answers && (
            <Answered
              quote={answers}
              author={authorOf(answers)}
              onRemove={() => {
                setAnswers(null);
                field.current?.focus();
              }}
            />
          )}
          {code.length > 0 && (
            <div className="mb-2">
              <CodeLineChips
                code={code}
                onRemove={(lines) => {
                  codeReferences.remove(conversation, lines);
                  field.current?.focus();
                }}
              />
            </div>
          )}
        </>
      }
      draft={draft}
      onDraft={setDraft}
      files={files}
      onWrite={tellTyping}
      isSending={isSending}
      onSend={(message) => {
        onSend({
          ...message,
          answers,
          ...(asks && mayAsk && { needs_answer: true }),
          ...(code.length > 0 && { code }),
        });
        codeReferences.set(conversation, []);
        setAnswers(null);
        setAsks(false);
      }}
      asks={asks}
      onAsks={setAsks}
      mayAsk={mayAsk}
      onKeys={onKeys}
    />
  );
}

/** Who writes while somebody takes the request goes on; what is being typed to a person does not. */
function useGoingOn(
  field: RefObject<HTMLTextAreaElement | null>,
  goesOn: RefObject<boolean>,
  isToNobody: boolean,
): void {
  useLayoutEffect(() => {
    if (goesOn.current && !isToNobody) field.current?.focus();
    goesOn.current = false;
    return () => {
      goesOn.current = isToNobody && document.activeElement === field.current;
    };
  }, [field, goesOn, isToNobody]);
}

interface AnsweredProps {
  quote: Quote;
  author: string;
  onRemove: () => void;
}

/** The message that is being answered. */
function Answered({ quote, author, onRemove }: AnsweredProps) {
  return (
    <div className="mb-2 flex items-start gap-2 rounded-sm border-l-2 border-edge bg-paper py-1 pr-1 pl-2.5 text-2xs text-ink-soft">
      <div className="min-w-0 flex-1 py-0.5">
        <QuoteWords quote={quote} author={author} />
      </div>
      <IconButton label="Do not reply to this message" onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The draft of one conversation; survives a reload, a crash and leaving the page. */
function useDraft(
  conversation: string,
  takesOver: string | null,
): [string, (text: string) => void] {
  const author = useProfile().id;
  const keyOf = (name: string) => `draft.${author}.${name}`;
  const key = keyOf(conversation);
  const other = takesOver && keyOf(takesOver);
  // Before the composer of the other one closes it.
  useLayoutEffect(() => {
    if (other !== null) draftStore.move(other, key);
  }, [other, key]);
  useEffect(() => () => draftStore.close(key), [key]);
  return [
    useSyncExternalStore(draftStore.subscribe, () => draftStore.read(key)),
    (text) => draftStore.write(key, text),
  ];
}

/** One signal lasts this long. */
const PAUSE_MS = 4000;

/** Tells the other side that the person is typing, once in a few seconds at most. */
function useTellTyping(ticketId: string): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < PAUSE_MS) return;
    toldAt.current = Date.now();
    // Failures are ignored.
    api.post('/api/tickets/{id}/typing', { path: { id: ticketId } }).catch(() => undefined);
  };
}
