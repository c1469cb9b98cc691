import { type ComponentProps, type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { centsOf } from '../ui/dollars.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { AmountField, type AskedAmount } from './amount-field.tsx';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { type ActAddress, useModerationAct } from './use-moderation-act.ts';

interface ReasonFormProps {
  title: string;
  /** What follows from it: the confirmation. */
  description: ReactNode;
  /** Who reads the reason. */
  hint?: ReactNode;
  /** The act's own name, on the button. */
  act: string;
  danger?: boolean;
  /** Where the call says who bears it: they are asked, or nobody has to, which is the platform. */
  borneBy?: 'asked' | 'platform';
  /** How much it is about, where a moderator says so. */
  amount?: AskedAmount;
  /** The call, and what it is about. */
  address: ActAddress;
  id: string;
  /** What is said once it is done. */
  done: string;
  onClose: () => void;
}

/**
 * An act of a moderator that wants a reason: says what follows from it, and asks for why, for how
 * much, and who bears money that goes back after it was released.
 */
export function ReasonForm({ hint, amount, borneBy, ...frame }: ReasonFormProps) {
  const { address, id, done, onClose } = frame;
  const formId = useId();
  const isAsked = borneBy === 'asked';
  const form = useForm({
    defaultValues: {
      amount: amount?.start ?? '',
      borne_by: isAsked ? '' : 'platform',
      reason: '',
    },
  });
  const act = useModerationAct(form, onClose);
  const { control, register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, amount ? 'amount' : isAsked ? 'borne_by' : 'reason');
  const send = handleSubmit(({ borne_by, ...typed }) => {
    const body = {
      ...reasonSchema.parse(typed),
      ...amount?.body(centsOf(typed.amount) ?? 0),
      ...(borneBy && { borne_by }),
    };
    return act({ address, path: { id }, body, done });
  });

  return (
    <ActDialog {...frame} formId={formId} pending={isSubmitting}>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        {amount && <AmountField {...{ amount, control, readOnly: isSubmitting }} />}
        {isAsked && (
          <BorneByField
            error={errors.borne_by?.message}
            disabled={isSubmitting}
            {...register('borne_by', { required: 'Please say who bears it' })}
          />
        )}
        <ReasonField
          hint={hint}
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason', { validate: reasonProblem })}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );
}

interface BorneByFieldProps extends ComponentProps<'select'> {
  error: string | undefined;
}

/** Who bears money that goes back after it was released. */
function BorneByField({ error, ...input }: BorneByFieldProps) {
  return (
    <Field label="Borne By" error={error}>
      <Select {...input}>
        <option value="">Please choose</option>
        <option value="developer">The unblocker, from what they have earned</option>
        <option value="platform">The platform</option>
      </Select>
    </Field>
  );
}
