import { type ReactNode, useId, useState } from 'react';
import { acts } from '#domain/acts.ts';
import { MAX_MILESTONES } from '#domain/limits.ts';
import { writtenTermsOf } from '#domain/milestone.ts';
import { centsToDollars } from '#domain/money.ts';
import { type Quote, quoteInputSchema } from '#domain/quote.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { errorText } from '../../api/api-error.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { masked } from '../../files/shield/send-asking.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Money } from '../../ui/money.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import type { MilestoneFields } from '../roadmap/milestone-fields.ts';
import { MilestoneForm } from '../roadmap/milestone-form.tsx';
import { emptyFields } from '../roadmap/milestone-form-dialogs.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { useQuoteActs } from './use-quotes.ts';

interface Planned {
  id: string;
  fields: MilestoneFields;
}

/** What is typed, complete or not; kept in this browser until it is sent or cancelled. */
interface Written {
  message: string;
  plan: Planned[];
}

interface QuoteDialogProps {
  /** The quote to edit; by default a new one. */
  quote?: Quote | undefined;
  onClose: () => void;
}

/** Writes a quote: words to the customer, and a plan of milestones. */
export function QuoteDialog({ quote, onClose }: QuoteDialogProps) {
  const { ticket } = usePlan();
  const { send, edit } = useQuoteActs();
  const sending = useSending();
  const draft = useFormDraft<Written>(quote ? `quote.${quote.id}` : `quote.of.${ticket.id}`);
  const newPart = `quote.milestone.of.${quote?.id ?? ticket.id}`;
  const partDraft = useFormDraft(newPart);
  const [written, keep] = useKept(draft, writtenIn(quote));
  const [editing, setEditing] = useState<Planned | null>(null);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failed>({});
  const [pending, setPending] = useState(false);
  const act = quote ? 'Save Quote' : 'Send Quote';

  if (editing) {
    const isNew = !written.plan.some(({ id }) => id === editing.id);
    return (
      <MilestoneForm
        title={isNew ? 'Add New Milestone' : 'Edit Milestone'}
        act="Keep"
        draft={isNew ? newPart : `quote.milestone.${editing.id}`}
        start={editing.fields}
        withFiles={false}
        save={async ({ file_attachments: _, removed_files: __, secrets: ___, ...fields }) =>
          keep({ ...written, plan: withPart(written.plan, { id: editing.id, fields }) })
        }
        onClose={() => setEditing(null)}
      />
    );
  }

  async function submit() {
    setTried(true);
    setFailure({});
    if (problemsOf(written) !== null) return;
    setPending(true);
    const body = bodyOf(written);
    try {
      const sent = await sending.send(act, async (said) => {
        const whole = { ...body, ...masked(said) };
        return quote ? edit(quote.id, whole) : send(whole);
      });
      if (sent === false) return;
      leave();
    } catch (cause) {
      const failed = acts[quote ? 'edit-quote' : 'quote'].failed;
      setFailure({ root: failed, reason: errorText(cause) });
    } finally {
      setPending(false);
    }
  }

  function leave() {
    draft.drop();
    partDraft.drop();
    onClose();
  }

  return (
    <QuoteForm
      title={quote ? 'Edit Quote' : 'Write a Quote'}
      act={act}
      written={written}
      problems={(tried && problemsOf(written)) || {}}
      failure={failure}
      pending={pending}
      onWrite={keep}
      onEdit={setEditing}
      onSubmit={submit}
      onCancel={leave}
      onClose={onClose}
    >
      {sending.dialog}
    </QuoteForm>
  );
}

/** Shown until they are corrected. */
interface Problems {
  message?: string | undefined;
  /** With the plan as a whole. */
  milestones?: string | undefined;
  /** With its parts, by their ids. */
  parts?: Readonly<Record<string, string>>;
}

interface Failed {
  root?: string | undefined;
  reason?: string;
}

interface QuoteFormProps {
  title: string;
  act: string;
  written: Written;
  problems: Problems;
  failure: Failed;
  pending: boolean;
  onWrite: (written: Written) => void;
  onEdit: (part: Planned) => void;
  onSubmit: () => void;
  onCancel: () => void;
  onClose: () => void;
  children: ReactNode;
}

function QuoteForm({ written, problems, pending, onWrite, onEdit, ...props }: QuoteFormProps) {
  const formId = useId();
  const { message, plan } = written;
  const cents = plan.reduce((sum, { fields }) => sum + writtenTermsOf(fields).cost_cents, 0);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      locked={pending}
      footer={
        <>
          <p aria-live="polite" className="mr-auto self-center text-sm max-sm:basis-full">
            Total{' '}
            <b>
              <Money cents={cents} />
            </b>
          </p>
          <FormButtons
            act={props.act}
            formId={formId}
            pending={pending}
            onCancel={props.onCancel}
          />
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={submitOnModifiedEnter}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Field
          label="Message"
          hint="What you would do, and why you. The customer reads it beside other quotes."
          error={problems.message}
        >
          <Textarea
            rows={5}
            readOnly={pending}
            value={message}
            onChange={({ target }) => onWrite({ ...written, message: target.value })}
          />
        </Field>
        <section aria-label="Plan" className="space-y-2">
          <h3 className="font-sans text-sm font-medium tracking-normal">Plan</h3>
          {plan.length > 0 && (
            <ul className="space-y-2">
              {plan.map((part) => (
                <PlannedPart
                  key={part.id}
                  part={part}
                  problem={problems.parts?.[part.id]}
                  disabled={pending}
                  onEdit={() => onEdit(part)}
                  onTakeOut={() =>
                    onWrite({ ...written, plan: plan.filter(({ id }) => id !== part.id) })
                  }
                />
              ))}
            </ul>
          )}
          <Button
            size="sm"
            disabled={pending || plan.length >= MAX_MILESTONES}
            onClick={() => onEdit({ id: crypto.randomUUID(), fields: emptyFields })}
          >
            Add Milestone
          </Button>
          <FieldError text={problems.milestones} />
        </section>
        <ErrorBox text={props.failure.root} reason={props.failure.reason} />
      </form>
      {props.children}
    </Dialog>
  );
}

interface PlannedPartProps {
  part: Planned;
  problem: string | undefined;
  disabled: boolean;
  onEdit: () => void;
  onTakeOut: () => void;
}

function PlannedPart({ part, problem, disabled, onEdit, onTakeOut }: PlannedPartProps) {
  const { title, estimated_minutes, cost_cents } = writtenTermsOf(part.fields);
  return (
    <li className="rounded border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
        <span className="figures text-ink-soft">
          {describeWorkTime(estimated_minutes)} · <Money cents={cost_cents} />
        </span>
      </p>
      <FieldError text={problem} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabled={disabled} onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" disabled={disabled} onClick={onTakeOut}>
          Take Out
        </Button>
      </div>
    </li>
  );
}

function withPart(plan: readonly Planned[], part: Planned): Planned[] {
  const isThere = plan.some(({ id }) => id === part.id);
  return isThere ? plan.map((each) => (each.id === part.id ? part : each)) : [...plan, part];
}

function bodyOf({ message, plan }: Written) {
  return { message, milestones: plan.map(({ fields }) => fields) };
}

/** The first problem with the words, with the plan, and with each of its parts; null for none. */
function problemsOf(written: Written): Problems | null {
  const { error } = quoteInputSchema.safeParse(bodyOf(written));
  if (!error) return null;
  const at = (...place: (string | number)[]) =>
    error.issues.find(({ path }) => place.every((step, depth) => path[depth] === step));
  const whole = error.issues.find(({ path }) => path.length === 1 && path[0] === 'milestones');
  const parts = written.plan.flatMap(({ id }, place) => {
    const issue = at('milestones', place);
    return issue ? [[id, issue.message]] : [];
  });
  return {
    message: at('message')?.message,
    milestones: whole?.message,
    parts: Object.fromEntries(parts),
  };
}

/** A sent quote as typed. */
function writtenIn(quote: Quote | undefined): Written {
  const plan = quote?.milestones.map(({ id, ...milestone }) => {
    const { title, description, estimated_minutes, hourly_rate_cents, named_due_at } = milestone;
    const fields: MilestoneFields = {
      title,
      description,
      hours: Math.floor(estimated_minutes / 60),
      minutes: estimated_minutes % 60,
      hourly_rate: centsToDollars(hourly_rate_cents),
      checks: milestone.checks.map(({ text, url, expect_status, expect_text }) => {
        return { text, url, expect_status, expect_text };
      }),
      due_at: named_due_at?.slice(0, 10) ?? null,
    };
    return { id, fields };
  });
  return { message: quote?.message ?? '', plan: plan ?? [] };
}
