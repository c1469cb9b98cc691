import { useRef, useState } from 'react';
import { acts } from '#domain/acts.ts';
import { deliveryInputSchema, type Milestone } from '#domain/milestone.ts';
import { filesProblem } from '../../files/files-problem.ts';
import { FormFilesField } from '../../files/form-files-field.tsx';
import type { Said } from '../../files/shield/send-asking.ts';
import { useFormFiles } from '../../files/use-form-files.ts';
import { announce } from '../../ui/toasts.tsx';
import { useAct } from '../use-act.ts';
import { type EvidenceEntry, EvidenceField } from './evidence-field.tsx';
import { WordsDialog } from './words-dialog.tsx';

interface SubmitMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

const ACT = 'Submit Milestone';

/** Submits a milestone for review. */
export function SubmitMilestoneDialog({ milestone, onClose }: SubmitMilestoneDialogProps) {
  const act = useAct();
  const draft = `submit.${milestone.id}`;
  const files = useFormFiles(draft);
  const [sending, setSending] = useState(false);
  const [filesError, setFilesError] = useState<string>();
  const entries = useRef(new Map<string, EvidenceEntry>());

  async function send(message: string, said: Said) {
    setFilesError(undefined);
    const uploaded = await files.ready(ACT);
    if (!uploaded) return false;
    const evidence = await Promise.all(
      [...entries.current.values()].map((entry) => entry.collect(ACT)),
    );
    if (evidence.includes(null)) return false;
    const file_attachments = uploaded.map(({ fileKey }) => fileKey);
    const shown = evidence.filter((each) => each !== undefined);
    const delivery = { message, file_attachments, ...(shown.length > 0 && { evidence: shown }) };
    await act('submit', milestone, { ...delivery, ...said }).catch((cause: unknown) => {
      setFilesError(filesProblem(cause));
      throw cause;
    });
    files.clear();
    for (const entry of entries.current.values()) entry.clear();
  }

  return (
    <WordsDialog
      title="Submit Milestone"
      label="Message"
      hint="What you deliver, and how the customer can check it."
      act={ACT}
      draft={draft}
      schema={deliveryInputSchema}
      send={async (words, said) => {
        setSending(true);
        return send(words, said).finally(() => setSending(false));
      }}
      failure={acts.submit.failed ?? ''}
      alerts
      onDone={() => {
        onClose();
        announce(acts.submit.done ?? '');
      }}
      onClose={onClose}
      onCancel={() => {
        files.discard();
        for (const entry of entries.current.values()) entry.discard();
      }}
      fields={
        <>
          <FormFilesField files={files} error={filesError} disabled={sending} />
          {milestone.checks.map((check) => (
            <EvidenceField
              key={check.id}
              check={check}
              draft={draft}
              disabled={sending}
              ref={(entry) => {
                if (entry) entries.current.set(check.id, entry);
                else entries.current.delete(check.id);
              }}
            />
          ))}
          {!milestone.paid && (
            <p className="text-2xs text-ink-soft">
              The customer sees the names and sizes of these files now, and can open them once the
              milestone is paid.
            </p>
          )}
        </>
      }
    >
      {!milestone.paid && (
        <p className="rounded border border-turn bg-turn-soft px-3 py-2.5 text-sm text-turn-ink">
          This milestone is not funded yet: the customer has to pay for it before they can approve
          it.
        </p>
      )}
    </WordsDialog>
  );
}
