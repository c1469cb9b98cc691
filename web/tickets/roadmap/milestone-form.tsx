import { type ReactNode, useId } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import {
  centsToDollars,
  costCents,
  dollarsToCents,
  HOURLY_RATE_STEP_CENTS,
  PLATFORM_FEE_PERCENT,
} from '#domain/money.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useKeptForm } from '../../api/use-kept-form.ts';
import { AttachedFiles } from '../../files/attached-files.tsx';
import { useFiles } from '../../files/files-context.ts';
import { FormFilesField } from '../../files/form-files-field.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { Money } from '../../ui/money.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { ChecksField } from './checks-field.tsx';
import { asNumber, type MilestoneFields, milestoneResolver } from './milestone-fields.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { type MilestoneChanges, useMilestoneSubmission } from './use-milestone-submission.ts';

interface MilestoneFormProps {
  title: string;
  /** The submit button's text. */
  act: string;
  /** The storage key of the draft. */
  draft: string;
  start: MilestoneFields;
  /** Existing files. */
  attached?: Record<string, string>;
  /** Whether files can be attached. */
  withFiles?: boolean;
  save: (changes: MilestoneChanges) => Promise<unknown>;
  onClose: () => void;
}

export function MilestoneForm({ title, act, start, save, onClose, ...props }: MilestoneFormProps) {
  const formId = useId();
  const draft = useFormDraft<MilestoneFields>(props.draft);
  const form = useForm<MilestoneFields>({
    resolver: milestoneResolver(start),
    // What was kept without checks begins with an empty one again.
    defaultValues: { checks: [{ text: '' }], ...start, ...draft.read() },
  });
  const { register, setFocus, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const timeError = errors.hours?.message ?? errors.minutes?.message;
  const time = {
    type: 'number',
    min: 0,
    step: 1,
    readOnly: isSubmitting,
    'aria-invalid': timeError ? true : undefined,
  };
  const { submit, files, removed, remove, dialog } = useMilestoneSubmission({
    form,
    draft: props.draft,
    act,
    save,
    onSaved: () => {
      draft.drop();
      onClose();
    },
  });

  useFirstFocus(setFocus, 'title');
  useKeptForm(form, draft.keep);

  function cancel() {
    draft.drop();
    files.discard();
    onClose();
  }

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={title}
      locked={isSubmitting}
      footer={
        <>
          <LiveCost control={control} />
          <FormButtons act={act} formId={formId} pending={isSubmitting} onCancel={cancel} />
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={submitOnModifiedEnter}
        className="flex flex-col gap-4"
      >
        <Field label="Title" error={errors.title?.message}>
          <Input readOnly={isSubmitting} {...register('title')} />
        </Field>
        <Field
          label="Description"
          hint="What the customer gets, and how they can tell that it is done."
          error={errors.description?.message}
        >
          <Textarea rows={5} readOnly={isSubmitting} {...register('description')} />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
          <EstimatedTime error={timeError}>
            <Field label="Hours">
              <Input {...time} {...register('hours', asNumber)} />
            </Field>
            <Field label="Minutes">
              <Input {...time} max={59} {...register('minutes', { ...asNumber, deps: 'hours' })} />
            </Field>
          </EstimatedTime>
          <Field
            label="Hourly Rate"
            hint="US dollars"
            error={errors.hourly_rate?.message}
            className="max-sm:col-span-2"
          >
            <Input
              type="number"
              min={0}
              step={centsToDollars(HOURLY_RATE_STEP_CENTS)}
              readOnly={isSubmitting}
              {...register('hourly_rate', asNumber)}
            />
          </Field>
        </div>
        <ChecksField form={form} disabled={isSubmitting} />
        <Field
          label="Due Date"
          optional
          hint="A later date than the estimate gives. It ends with the day in UTC."
          error={errors.due_at?.message}
        >
          <Input type="date" readOnly={isSubmitting} {...register('due_at', asDay)} />
        </Field>
        {props.withFiles !== false && (
          <>
            <FormFilesField files={files} error={files.error} disabled={isSubmitting} />
            <KeptFiles
              attached={props.attached ?? {}}
              removed={removed}
              onRemove={remove}
              disabled={isSubmitting}
            />
          </>
        )}
        <ErrorBox text={errors.root?.message} reason={errors.root?.reason?.message} />
      </form>
      {dialog}
    </PlanDialog>
  );
}

/** Hours and minutes are one field with one problem, whichever of them mends it. */
function EstimatedTime({ error, children }: { error: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset
      aria-label="Estimated Time"
      aria-describedby={error && id}
      className="col-span-2 grid min-w-0 grid-cols-2 gap-x-4 gap-y-1.5"
    >
      {children}
      <div className="col-span-2">
        <FieldError id={id} text={error} />
      </div>
    </fieldset>
  );
}

interface KeptFilesProps {
  attached: Record<string, string>;
  /** Keys of files to remove on save. */
  removed: readonly string[];
  onRemove: (key: string) => void;
  disabled: boolean;
}

function KeptFiles({ attached, removed, onRemove, disabled }: KeptFilesProps) {
  const { records } = useFiles();
  const kept = Object.entries(attached).filter(([key]) => !removed.includes(key));
  return (
    <AttachedFiles
      label="Attached already"
      files={Object.fromEntries(kept)}
      records={records}
      onRemove={onRemove}
      disabled={disabled}
    />
  );
}

/** An empty day removes a named date from the plan. */
const asDay = { setValueAs: (typed: unknown) => (typed ? String(typed) : null) };

/** The cost of the milestone while it is typed. */
function LiveCost({ control }: { control: Control<MilestoneFields> }) {
  const [hours, minutes, rate] = useWatch({ control, name: ['hours', 'minutes', 'hourly_rate'] });
  const cents = costCents(dollarsToCents(rate) ?? 0, (hours ?? 0) * 60 + (minutes ?? 0));
  return (
    <p aria-live="polite" className="mr-auto self-center text-sm max-sm:basis-full">
      Cost <b>{Number.isFinite(cents) && cents >= 0 ? <Money cents={cents} /> : '–'}</b>
      <span className="text-ink-soft"> · {PLATFORM_FEE_PERCENT}% fee included</span>
    </p>
  );
}
