import { useId, useState } from 'react';
import { acts } from '#domain/acts.ts';
import { MESSAGE_EMPTY } from '#domain/message-text.ts';
import type { Quote } from '#domain/quote.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { useRun } from '../../api/use-run.ts';
import { masked } from '../../files/shield/send-asking.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { useQuoteActs } from './use-quotes.ts';
import { WordsActs } from './words-acts.tsx';

/** What the customer and the author of a quote have asked each other, and the way to say more. */
export function QuoteTalk({ quote }: { quote: Quote }) {
  const [asking, setAsking] = useState(false);
  const { messages, is_mine, actions, developer } = quote;
  const other = is_mine ? 'The customer' : developer.full_name;
  return (
    <div className="space-y-3 border-t border-line pt-4 text-sm">
      {messages.length > 0 && (
        <ol aria-label="Questions" className="space-y-3">
          {messages.map((message) => (
            <li key={message.id}>
              <p className="text-2xs text-ink-soft">
                {message.is_mine ? 'You' : other} · <RelativeTime at={message.created_at} />
                {message.is_hidden && message.is_mine && ' · Hidden by a moderator'}
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {message.text}
              </p>
              <WordsActs quote={quote} messageId={message.id} actions={message.actions} />
            </li>
          ))}
        </ol>
      )}
      {actions['ask-about-quote']?.allowed &&
        (asking ? (
          <AskForm quote={quote} onClose={() => setAsking(false)} />
        ) : (
          <Button size="sm" onClick={() => setAsking(true)}>
            {is_mine ? 'Write to the Customer' : acts['ask-about-quote'].label}
          </Button>
        ))}
    </div>
  );
}

function AskForm({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const formId = useId();
  const draft = useFormDraft<string>(`quote-question.${quote.id}`);
  const [text, write] = useKept(draft, '');
  const { pending, failure, setFailure, run } = useRun();
  const { ask } = useQuoteActs();
  const sending = useSending();

  function send() {
    if (text.trim() === '') return setFailure(MESSAGE_EMPTY);
    void run(async () => {
      const sent = await sending.send('Send', async (said) =>
        ask(quote.id, { text, ...masked(said) }),
      );
      if (sent === false) return;
      draft.drop();
      onClose();
    });
  }

  function cancel() {
    draft.drop();
    onClose();
  }

  return (
    <form
      id={formId}
      noValidate
      className="space-y-2"
      onKeyDown={submitOnModifiedEnter}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={quote.is_mine ? 'Message' : `Question to ${quote.developer.full_name}`}>
        <Textarea
          rows={3}
          autoFocus
          readOnly={pending}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      </Field>
      <ErrorBox text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" disabled={pending} onClick={cancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" pending={pending}>
          Send
        </Button>
      </div>
      {sending.dialog}
    </form>
  );
}
