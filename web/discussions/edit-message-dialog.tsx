import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Message } from '#domain/message.ts';
import { messageProblem } from '#domain/message-text.ts';
import { api } from '../api/client.ts';
import { keepMessage } from '../api/live-events.ts';
import { useChangeDraft, useKept } from '../api/use-form-draft.ts';
import { useRun } from '../api/use-run.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface EditMessageDialogProps {
  message: Message;
  onClose: () => void;
}

const ACT = 'Save Message';

/** Edits the text of one's own message; its files stay. */
export function EditMessageDialog({ message, onClose }: EditMessageDialogProps) {
  const queryClient = useQueryClient();
  const sending = useSending();
  const draft = useChangeDraft<string>(`message-edit.${message.id}`, message.text);
  const [text, write] = useKept(draft, message.text);
  const [problem, setProblem] = useState<string>();
  const { pending, failure, run } = useRun();

  function cancel() {
    draft.drop();
    onClose();
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const wrong = messageProblem(text);
    setProblem(wrong ?? undefined);
    if (wrong) return;
    void run(async () => {
      const saved = await sending.send(ACT, (said) =>
        api.patch('/api/messages/{id}', { path: { id: message.id }, body: { text, ...said } }),
      );
      if (!saved) return;
      draft.drop();
      keepMessage(queryClient, saved);
      onClose();
    });
  }

  return (
    <>
      <ActDialog
        title="Edit Message"
        act={ACT}
        onSubmit={save}
        pending={pending}
        onClose={onClose}
        onCancel={cancel}
      >
        <Field label="Message" hint="Both sides see that it was edited." error={problem}>
          <Textarea
            rows={6}
            value={text}
            readOnly={pending}
            onChange={(event) => write(event.target.value)}
          />
        </Field>
        <ErrorBox text={failure} />
      </ActDialog>
      {sending.dialog}
    </>
  );
}
