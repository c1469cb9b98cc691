import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent, KeyboardEvent } from 'react';
import type { CodeLines } from '#domain/code.ts';
import { messageProblem } from '#domain/message-text.ts';
import type { Ticket } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keepMessage } from '../api/live-events.ts';
import { keys } from '../api/query-keys.ts';
import { keyOfAct } from '../api/unsettled.ts';
import { useRun } from '../api/use-run.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { submitOnModifiedEnter } from '../ui/submit-on-modified-enter.ts';
import { Textarea } from '../ui/textarea.tsx';
import { announce } from '../ui/toasts.tsx';

interface CommentOnLinesProps {
  ticketId: string;
  lines: CodeLines;
  /** Which lines these are, as 'lines 3 to 5'. */
  words: string;
  text: string;
  onText: (text: string) => void;
  /** Takes the lines into the composer of the discussion. */
  onAsk: () => void;
  onSent: () => void;
  onClose: () => void;
}

/** Where one writes about lines that are chosen: it becomes a message that refers to them. */
export function CommentOnLines(props: CommentOnLinesProps) {
  const { ticketId, lines, words, text, onText, onAsk, onSent, onClose } = props;
  const queryClient = useQueryClient();
  const sending = useSending();
  const { pending, failure, setFailure, run } = useRun();

  function send(event: FormEvent) {
    event.preventDefault();
    const problem = messageProblem(text);
    if (problem !== null) return setFailure(problem);
    const body = { text, code: [lines] };
    const reader = queryClient.getQueryData<Ticket>(keys.ticket(ticketId))?.counterpart;
    void run(async () => {
      // It is no other message when it is sent from a form opened, or loaded, anew.
      const { key: client_id, settle } = await keyOfAct(['comment', ticketId, body]);
      const message = await sending.send(ACT, (said) =>
        api.post('/api/tickets/{id}/messages', {
          path: { id: ticketId },
          body: { ...body, client_id, ...(reader && { to: reader.id }), ...said },
        }),
      );
      if (!message) return;
      keepMessage(queryClient, message);
      announce('Your comment is in the discussion.');
      settle();
      onSent();
    });
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    submitOnModifiedEnter(event);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <>
      <form noValidate onSubmit={send} onKeyDown={press} className="space-y-2">
        <Field
          label={`Comment on ${words}`}
          hint="It becomes a message in the discussion, with these lines."
        >
          <Textarea
            rows={2}
            readOnly={pending}
            value={text}
            onChange={({ target }) => onText(target.value)}
            className="min-h-16"
          />
        </Field>
        <ErrorBox text={failure} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" variant="primary" pending={pending}>
            {ACT}
          </Button>
          <Button
            size="sm"
            disabled={pending}
            title="In the discussion, where files and other lines can go along"
            onClick={onAsk}
          >
            Ask about these lines
          </Button>
          <Button size="sm" variant="ghost" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      {sending.dialog}
    </>
  );
}

const ACT = 'Send Comment';
