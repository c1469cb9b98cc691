import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { keys } from '../api/query-keys.ts';
import { postOnce } from '../api/steps.ts';
import { useFormDraft, useKept } from '../api/use-form-draft.ts';
import { useRun } from '../api/use-run.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { Uploader } from '../files/uploader.tsx';
import { leftWhile } from '../files/use-unsent-prompt.ts';
import { useUploads } from '../files/use-uploads.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

const ACT = 'Share';
const NOTHING = 'Please choose a file or paste a text.';

interface AddAttemptDialogProps {
  ticketId: string;
  onClose: () => void;
}

/** Takes a session or chat with the AI tool, as a file or as pasted text. */
export function AddAttemptDialog({ ticketId, onClose }: AddAttemptDialogProps) {
  const queryClient = useQueryClient();
  const uploads = useUploads({ maxFiles: 1 });
  const sending = useSending();
  const draft = useFormDraft<string>(`attempt.${ticketId}`);
  const [text, write] = useKept(draft, '');
  const { pending, failure, setFailure, run } = useRun();

  /** What is shared: the file where there is one, else the text. */
  async function chosen(): Promise<{ file_key: string } | { text: string } | null> {
    const sayLeft = leftWhile('What was tried was not shared');
    const settled = await uploads.uploadAll();
    if (!settled) return sayLeft();
    if (settled.unsent > 0) return null;
    const [file] = settled.uploaded;
    if (file) return { file_key: file.fileKey };
    if (text.trim() !== '') return { text };
    setFailure(NOTHING);
    return null;
  }

  function share(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const what = await chosen();
      if (!what) return;
      const path = { id: ticketId };
      const shared = await sending.send(ACT, (said) =>
        postOnce('/api/tickets/{id}/attempts', { path, body: { ...what, ...said } }),
      );
      if (!shared) return;
      uploads.clear();
      draft.drop();
      await queryClient.invalidateQueries({ queryKey: keys.attempts(ticketId) });
      onClose();
    });
  }

  function close() {
    uploads.discard();
    onClose();
  }

  return (
    <>
      <ActDialog
        title="Add What Was Tried"
        description="A Claude Code session (.jsonl), a chat exported as Markdown or JSON, a Git log, or just the words."
        act={ACT}
        onSubmit={share}
        pending={pending}
        onClose={close}
        onCancel={() => {
          draft.drop();
          close();
        }}
      >
        <Uploader uploads={uploads} label="File" maxFiles={1} disabled={pending} />
        <Field label="Or Paste It" optional>
          <Textarea
            rows={6}
            readOnly={pending}
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        </Field>
        <ErrorBox text={failure} />
      </ActDialog>
      {sending.dialog}
    </>
  );
}
