import { type ComponentType, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { acts } from '#domain/acts.ts';
import { extendSchema } from '#domain/due-date.ts';
import type { Milestone } from '#domain/milestone.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { ProposeChangeDialog } from '../changes/propose-change-dialog.tsx';
import { HiddenWordsDialog } from '../quotes/hidden-words-dialog.tsx';
import { useAct } from '../use-act.ts';
import { useFinish } from '../use-finish.ts';
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx';
import { ApprovePlanDialog } from './approve-plan-dialog.tsx';
import { DeliveryRound } from './delivery-round.tsx';
import { whyGone } from './dialog-acts.ts';
import { AddMilestoneDialog, EditMilestoneDialog } from './milestone-form-dialogs.tsx';
import { MilestonePromise } from './milestone-promise.tsx';
import {
  type MilestoneDialog,
  type MilestoneDialogKind,
  type OpenDialog,
  type PlanDialogKind,
  type PlanDialog as PlanDialogState,
  usePlan,
} from './plan-context.ts';
import { type Gone, GoneContext, PlanDialog } from './plan-dialog.tsx';
import { RateCustomerDialog, RateDeveloperDialog } from './rate-developer-dialog.tsx';
import { RejectMilestoneDialog, ReviewMilestoneDialog } from './review-milestone-dialog.tsx';
import { showFailure } from './step-failures.ts';
import { SubmitMilestoneDialog } from './submit-milestone-dialog.tsx';
import { WordsActDialog } from './words-act-dialog.tsx';

interface OpenedDialogProps {
  dialog: OpenDialog;
  onClose: () => void;
}

/** The open dialog. It follows the live plan, and says when its act is no longer possible. */
export function OpenedDialog({ dialog, onClose }: OpenedDialogProps) {
  const gone = useGone(dialog, onClose);
  return (
    <GoneContext value={gone}>
      {'milestoneId' in dialog ? (
        <OfMilestone key={dialog.milestoneId} dialog={dialog} onClose={onClose} />
      ) : (
        <OfPlan dialog={dialog} onClose={onClose} />
      )}
    </GoneContext>
  );
}

/** Our own act also removes the permission, just before its dialog closes. */
function useGone(dialog: OpenDialog, onClose: () => void): Gone | null {
  const { ticket, milestones, acting, show } = usePlan();
  const reason = acting.running ? null : whyGone(dialog, ticket, milestones);
  if (reason === null) return null;
  const remains = 'milestoneId' in dialog && milestones.some(({ id }) => id === dialog.milestoneId);
  return remains
    ? {
        reason,
        label: 'View Milestone',
        leave: () => show({ kind: 'view', milestoneId: dialog.milestoneId }),
      }
    : { reason, label: 'Back to the Roadmap', leave: onClose };
}

function OfPlan({ dialog, onClose }: { dialog: PlanDialogState; onClose: () => void }) {
  const { ticket } = usePlan();
  if (dialog.kind === 'act')
    return <WordsActDialog action={dialog.action} record={ticket} onClose={onClose} />;
  const Dialog = planDialogs[dialog.kind];
  return <Dialog onClose={onClose} />;
}

interface OfMilestoneProps {
  dialog: MilestoneDialog;
  onClose: () => void;
}

/** A milestone deleted meanwhile stays visible as it was. */
function OfMilestone({ dialog, onClose }: OfMilestoneProps) {
  const { milestones } = usePlan();
  const found = milestones.find(({ id }) => id === dialog.milestoneId);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const milestone = found ?? last;
  if (!milestone) return null;
  if (dialog.kind === 'act' && dialog.action === 'reject')
    return <RejectMilestoneDialog milestone={milestone} onClose={onClose} />;
  if (dialog.kind === 'act' && dialog.action === 'broke-again')
    return <BrokeAgainDialog milestone={milestone} onClose={onClose} />;
  if (dialog.kind === 'act')
    return <WordsActDialog action={dialog.action} record={milestone} onClose={onClose} />;
  const Dialog = milestoneDialogs[dialog.kind];
  return <Dialog milestone={milestone} onClose={onClose} />;
}

interface MilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

const planDialogs: Record<PlanDialogKind, ComponentType<{ onClose: () => void }>> = {
  add: AddMilestoneDialog,
  'approve-plan': ApprovePlanDialog,
  'propose-change': ProposeChangeDialog,
  rate: RateDeveloperDialog,
  'rate-customer': RateCustomerDialog,
  'quote-words': HiddenWordsDialog,
};

const milestoneDialogs: Record<MilestoneDialogKind, ComponentType<MilestoneDialogProps>> = {
  details: MilestoneDetailsDialog,
  view: ViewMilestoneDialog,
  edit: EditMilestoneDialog,
  submit: SubmitMilestoneDialog,
  review: ReviewMilestoneDialog,
  accept: ApproveMilestoneDialog,
  extend: ExtendDialog,
};

interface BrokeAgainDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** What broke, in words, and the failed checks, which become those of the repair. */
function BrokeAgainDialog({ milestone, onClose }: BrokeAgainDialogProps) {
  // Kept as long as the words beside them.
  const draft = useFormDraft<readonly string[]>(`broke-again.${milestone.id}.checks`);
  const [check_ids, write] = useKept(draft, []);

  function mark(id: string, fails: boolean) {
    const others = check_ids.filter((each) => each !== id);
    write(fails ? [...others, id] : others);
  }

  return (
    <WordsActDialog
      action="broke-again"
      record={milestone}
      more={() => ({ check_ids })}
      draft={draft}
      onClose={onClose}
    >
      <FieldGroup legend="Does Not Work">
        {milestone.checks.map(({ id, text }) => (
          <Checkbox
            key={id}
            label={text}
            checked={check_ids.includes(id)}
            onChange={({ target }) => mark(id, target.checked)}
          />
        ))}
      </FieldGroup>
    </WordsActDialog>
  );
}

interface ReadMilestoneProps {
  milestone: Milestone;
  onClose: () => void;
}

function MilestoneDetailsDialog({ milestone, onClose }: ReadMilestoneProps) {
  return (
    <PlanDialog open onOpenChange={onClose} title="Milestone Details">
      <MilestonePromise milestone={milestone} />
    </PlanDialog>
  );
}

/** The milestone with every round of delivery. */
function ViewMilestoneDialog({ milestone, onClose }: ReadMilestoneProps) {
  const { deliveries } = milestone;
  return (
    <PlanDialog open onOpenChange={onClose} title="View Milestone">
      <MilestonePromise milestone={milestone} />
      <section aria-label="Deliveries" className="mt-6 space-y-3">
        {deliveries.length === 0 && (
          <p className="rounded border border-dashed border-line px-4 py-6 text-center text-sm text-ink-soft">
            Nothing has been delivered yet.
          </p>
        )}
        {deliveries.map((delivery) => (
          <DeliveryRound key={delivery.id} delivery={delivery} />
        ))}
      </section>
    </PlanDialog>
  );
}

interface ExtendDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** A later date for a missed milestone. */
function ExtendDialog({ milestone, onClose }: ExtendDialogProps) {
  const formId = useId();
  const act = useAct();
  const finish = useFinish();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { due_at: '' },
  });
  const { errors, isSubmitting } = formState;
  const { ask, label = '', failed = '' } = acts.extend;

  const submit = handleSubmit(async (fields) => {
    try {
      await act('extend', milestone, fields);
      onClose();
      finish('extend', milestone);
    } catch (cause) {
      showFailure(failed, cause, setError);
    }
  });

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={ask?.title ?? label}
      locked={isSubmitting}
      footer={<FormButtons act={label} formId={formId} pending={isSubmitting} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm leading-relaxed text-ink-soft">{ask?.text}</p>
        <Field label="Due Date" hint="It ends with the day in UTC." error={errors.due_at?.message}>
          <Input
            type="date"
            readOnly={isSubmitting}
            {...register('due_at', {
              validate: (due_at) =>
                extendSchema.safeParse({ due_at }).error?.issues[0]?.message ?? true,
            })}
          />
        </Field>
        <ErrorBox text={errors.root?.message} reason={errors.root?.reason?.message} />
      </form>
    </PlanDialog>
  );
}
