import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { acts } from '#domain/acts.ts';
import type { Check } from '#domain/check-schemas.ts';
import { deliveryInputSchema, type Milestone } from '#domain/milestone.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { snapshotsOf } from '../../code/code-queries.ts';
import { DeliverCode, deliveryOf } from '../../code/deliver-code.tsx';
import { filesProblem } from '../../files/files-problem.ts';
import { FormFilesField } from '../../files/form-files-field.tsx';
import type { Said } from '../../files/shield/send-asking.ts';
import { useFormFiles } from '../../files/use-form-files.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useAct } from '../use-act.ts';
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
  const [mustKeep, writeMustKeep] = useKept(keepDraft, '');

  async function send(message: string, said: Said) {
    setFilesError(undefined);
    if (code && code.state !== 'ready') throw new Error(notReady[code.state]);
    const uploaded = await files.ready(ACT);
    if (!uploaded) return false;
    const shown = await collected([...entries.current.values()]);
    if (!shown) return false;
    const file_attachments = uploaded.map(({ fileKey }) => fileKey);
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
              onChange={({ target }) => writeMustKeep(target.value)}
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

interface EvidenceEntry {
  /** The evidence to send for this check: undefined for none, null when the author cancels. */
  collect: (act: string) => Promise<object | null | undefined>;
  clear: () => void;
  discard: () => void;
}

/** One after the other: only one question is asked at a time, and that the form was left is said once. */
async function collected(entries: readonly EvidenceEntry[]): Promise<object[] | null> {
  const all: object[] = [];
  for (const entry of entries) {
    const evidence = await entry.collect(ACT);
    if (evidence === null) return null;
    if (evidence) all.push(evidence);
  }
  return all;
}

interface EvidenceFieldProps {
  check: Check;
  /** The storage key of the form. */
  draft: string;
  disabled: boolean;
  ref: Ref<EvidenceEntry>;
}

interface Typed {
  text: string;
  url: string;
}

/** An unblocker's evidence for one check: words, a link, pictures. */
function EvidenceField({ check, draft: form, disabled, ref }: EvidenceFieldProps) {
  const name = `${form}.${check.id}`;
  const draft = useFormDraft<Typed>(name);
  const [typed, write] = useKept(draft, { text: '', url: '' });
  const files = useFormFiles(name);
  const [more, setMore] = useState(typed.url !== '' || files.uploaded.length > 0);

  useImperativeHandle(ref, () => ({
    async collect(act) {
      const uploaded = await files.ready(act);
      if (!uploaded) return null;
      const text = typed.text.trim();
      const url = typed.url.trim();
      if (!text && !url && uploaded.length === 0) return undefined;
      const file_keys = uploaded.map(({ fileKey }) => fileKey);
      return { check_id: check.id, ...(text && { text }), ...(url && { url }), file_keys };
    },
    clear() {
      draft.drop();
      files.clear();
    },
    discard() {
      draft.drop();
      files.discard();
    },
  }));

  return (
    <fieldset aria-label={check.text} className="min-w-0 space-y-3">
      <Field label={`Evidence for: ${check.text}`} optional>
        <Textarea
          rows={2}
          readOnly={disabled}
          value={typed.text}
          onChange={({ target }) => write({ ...typed, text: target.value })}
        />
      </Field>
      {more ? (
        <>
          <Field label="Link" optional>
            <Input
              type="url"
              inputMode="url"
              placeholder="https://"
              readOnly={disabled}
              value={typed.url}
              onChange={({ target }) => write({ ...typed, url: target.value })}
            />
          </Field>
          <FormFilesField files={files} label="Pictures" disabled={disabled} />
        </>
      ) : (
        <Button size="sm" variant="ghost" disabled={disabled} onClick={() => setMore(true)}>
          Add a Link or Pictures
        </Button>
      )}
    </fieldset>
  );
}
