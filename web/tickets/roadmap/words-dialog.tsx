import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Words } from '#domain/acts.ts';
import { errorText, UNKNOWN_ERROR } from '../../api/api-error.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import type { Said } from '../../files/shield/send-asking.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { submitOnModifiedEnter } from '../../ui/submit-on-modified-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { showFailure } from './step-failures.ts';

interface WordsDialogProps {
  title: string;
  label: Words['label'];
  /** Its name in the body, where it differs. */
  field?: Words['field'];
  hint?: string | undefined;
  optional?: boolean;
  /** The submit button's text. */
  act: string;
  danger?: boolean;
  /** Whether it can be sent yet. */
  ready?: boolean;
  /** The storage key of the words. */
  draft: string;
  schema: z.ZodType<object>;
  /** Gets `said` too; resolves to false when the author cancels. */
  send: (words: string, said: Said) => Promise<unknown>;
  failure: string;
  /** Shows a failure as an alert instead of in the dialog. Source: specification 8. */
  alerts?: boolean;
  onDone: () => void;
  onClose: () => void;
  /** Above the field. */
  children?: ReactNode;
  /** Below the field. */
  fields?: ReactNode;
  onCancel?: () => void;
}

/** A step with one text: a delivery, an approval, a request for changes. */
export function WordsDialog({ label, schema, send, onDone, onClose, ...props }: WordsDialogProps) {
  const formId = useId();
  const draft = useFormDraft<string>(props.draft);
  const field = props.field ?? label.toLowerCase();
  const sending = useSending();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { words: draft.read() ?? '' },
  });
  const { errors, isSubmitting } = formState;

  useFirstFocus(setFocus, 'words');

  const submit = handleSubmit(async ({ words }) => {
    try {
      const sent = await sending.send(props.act, (said) => send(words, said));
      if (sent === false) return;
      draft.drop();
      onDone();
    } catch (cause) {
      if (props.alerts) alertError(props.failure, errorText(cause));
      else showFailure(props.failure, cause, setError);
      // What was disabled meanwhile has lost it.
      if (!document.activeElement?.matches('button, input, textarea')) setFocus('words');
    }
  });

  function cancel() {
    draft.drop();
    props.onCancel?.();
    onClose();
  }

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={props.title}
      locked={isSubmitting}
      footer={
        <FormButtons
          act={props.act}
          danger={props.danger ?? false}
          formId={formId}
          disabled={props.ready === false}
          pending={isSubmitting}
          onCancel={cancel}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={submitOnModifiedEnter}
        className="flex flex-col gap-4"
      >
        {/* What is chosen there goes along as it is. */}
        <fieldset disabled={isSubmitting} className="contents">
          {props.children}
        </fieldset>
        <Field
          label={label}
          hint={props.hint}
          optional={props.optional ?? false}
          error={errors.words?.message}
        >
          <Textarea
            rows={6}
            readOnly={isSubmitting}
            {...register('words', {
              validate: (words) => problemWith(schema, { [field]: words }),
              onChange: (event) => draft.keep(event.target.value),
            })}
          />
        </Field>
        {props.fields}
        <ErrorBox text={errors.root?.message} reason={errors.root?.reason?.message} />
      </form>
      {sending.dialog}
    </PlanDialog>
  );
}

/** The rulebook's message for what is wrong, or true. */
function problemWith(schema: z.ZodType<object>, words: object): string | true {
  const checked = schema.safeParse(words);
  if (checked.success) return true;
  return checked.error.issues[0]?.message ?? UNKNOWN_ERROR;
}
