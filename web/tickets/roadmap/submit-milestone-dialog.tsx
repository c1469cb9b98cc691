import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { acts } from '#domain/acts.ts';
import { deliveryInputSchema, type Milestone } from '#domain/milestone.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { snapshotsOf } from '../../code/code-queries.ts';
import { DeliverCode, deliveryOf } from '../../code/deliver-code.tsx';
import { filesProblem } from '../../files/files-problem.ts';
import { FormFilesField } from '../../files/form-files-field.tsx';
import type { Said } from '../../files/shield/send-asking.ts';
import { useFormFiles } from '../../files/use-form-files.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useAct } from '../use-act.ts';
import { type EvidenceEntry, EvidenceField } from './evidence-field.tsx';
import { usePlan } from './plan-context.ts';
import { WordsDialog } from './words-dialog.tsx';

interface SubmitMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

const ACT = 'Submit Milestone';

/** What is said where the code that was added is not looked through yet. */
const notReady = {
  reading: 'Your code is still being read. Please try again in a moment.',
  blocked: 'Please say first what becomes of the keys in your code.',
  failed: 'Your code could not be read.',
} as const;

/** Submits a milestone for review. */
export function SubmitMilestoneDialog({ milestone, onClose }: SubmitMilestoneDialogProps) {
  const act = useAct();
  const draft = `submit.${milestone.id}`;
  const files = useFormFiles(draft);
  const [sending, setSending] = useState(false);
  const [filesError, setFilesError] = useState<string>();
  const entries = useRef(new Map<string, EvidenceEntry>());
  const { ticket } = usePlan();
  const versions = useQuery(snapshotsOf(ticket.id)).data?.items;
  const code = deliveryOf(versions, milestone.id);
  const keepDraft = useFormDraft<string>(`${draft}.must-keep`);
  const [mustKeep, setMustKeep] = useState(() => keepDraft.read() ?? '');

  async function send(message: string, said: Said) {
    setFilesError(undefined);
    if (code && code.state !== 'ready') throw new Error(notReady[code.state]);
    const uploaded = await files.ready(ACT);
    if (!uploaded) return false;
    const evidence = await Promise.all(
      [...entries.current.values()].map((entry) => entry.collect(ACT)),
    );
    if (evidence.includes(null)) return false;
    const file_attachments = uploaded.map(({ fileKey }) => fileKey);
    const shown = evidence.filter((each) => each !== undefined);
    const must_keep = mustKeep.trim();
    const delivery = {
      message,
      file_attachments,
      ...(shown.length > 0 && { evidence: shown }),
      ...(must_keep && { must_keep }),
    };
    await act('submit', milestone, { ...delivery, ...said }).catch((cause: unknown) => {
      setFilesError(filesProblem(cause));
      throw cause;
    });
    files.clear();
    keepDraft.drop();
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
        keepDraft.drop();
        for (const entry of entries.current.values()) entry.discard();
      }}
      fields={
        <>
          <FormFilesField files={files} error={filesError} disabled={sending} />
          <DeliverCode
            ticketId={ticket.id}
            milestoneId={milestone.id}
            me={ticket.developer_id ?? ''}
            disabled={sending}
          />
          <Field
            label="What must not be undone"
            optional
            hint="Becomes rules in the files that AI tools read, so that the customer's tool leaves the fix alone."
          >
            <Textarea
              rows={3}
              readOnly={sending}
              value={mustKeep}
              onChange={({ target }) => {
                setMustKeep(target.value);
                keepDraft.keep(target.value);
              }}
            />
          </Field>
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
