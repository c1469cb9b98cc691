import { Globe, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { MAX_CHECK_LENGTH, MAX_CHECKS, USUAL_STATUS } from '#domain/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { templatesFor } from './check-templates.ts';
import { asNumber, type MilestoneFields } from './milestone-fields.ts';
import { usePlan } from './plan-context.ts';

interface ChecksFieldProps {
  form: UseFormReturn<MilestoneFields>;
  disabled: boolean;
}

/** How the customer can tell that the milestone is done: one to seven checks. */
export function ChecksField({ form, disabled }: ChecksFieldProps) {
  const id = useId();
  const { ticket } = usePlan();
  const { control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'checks', keyName: 'key' });
  const texts = (useWatch({ control, name: 'checks' }) ?? []).map((check) => check?.text ?? '');
  const isFull = fields.length >= MAX_CHECKS;
  const problem = formState.errors.checks;

  function use(text: string) {
    const blank = texts.findIndex((typed) => typed.trim() === '');
    if (blank < 0) return append({ text }, { shouldFocus: false });
    form.setValue(`checks.${blank}.text`, text, { shouldDirty: true });
  }

  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 id={id} className="font-sans text-sm font-medium tracking-normal">
        Done When
      </h3>
      <ol aria-labelledby={id} className="space-y-3">
        {fields.map(({ key }, place) => (
          <CheckFields
            key={key}
            form={form}
            place={place}
            disabled={disabled}
            {...(fields.length > 1 && { onRemove: () => remove(place) })}
          />
        ))}
      </ol>
      <FieldError text={problem?.root?.message ?? problem?.message} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={disabled || isFull}
          onClick={() => append({ text: '' }, { focusName: `checks.${fields.length}.text` })}
        >
          <Plus size={16} aria-hidden /> Add a Check
        </Button>
      </div>
      {!isFull && (
        <fieldset className="flex flex-wrap gap-1.5" disabled={disabled}>
          <legend className="mb-1 text-2xs text-ink-soft">Checks that others use</legend>
          {templatesFor(ticket.categories, texts).map((text) => (
            <button
              key={text}
              type="button"
              onClick={() => use(text)}
              className="min-h-11 rounded-sm border border-line bg-paper px-2 py-0.5 text-start text-2xs hover:bg-sunken md:min-h-7"
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  );
}

interface CheckFieldsProps extends ChecksFieldProps {
  place: number;
  /** Missing for the only check, which stays. */
  onRemove?: () => void;
}

function CheckFields({ form, place, disabled, onRemove }: CheckFieldsProps) {
  const { register, formState, getValues } = form;
  const errors = formState.errors.checks?.[place];
  const [byAddress, setByAddress] = useState(() => Boolean(getValues(`checks.${place}.url`)));
  const name = `checks.${place}` as const;
  const isFirstOfAll = !onRemove && getValues(`${name}.id`) === undefined;

  function byHand() {
    for (const field of ['url', 'expect_status', 'expect_text'] as const)
      form.setValue(`${name}.${field}`, null);
    setByAddress(false);
  }

  return (
    <li className="rounded border border-line p-3">
      <div className="flex items-start gap-2">
        <Field
          label={`Check ${place + 1}`}
          error={errors?.text?.message}
          className="flex-1"
          hint={isFirstOfAll && 'Left empty: the milestone works as described.'}
        >
          <Input
            readOnly={disabled}
            maxLength={MAX_CHECK_LENGTH}
            placeholder="What works then, in the customer’s words"
            {...register(`${name}.text`)}
          />
        </Field>
        {onRemove && (
          <IconButton label="Remove" disabled={disabled} onClick={onRemove} className="mt-6">
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {byAddress && (
        <div className="mt-3 grid items-start gap-3 sm:grid-cols-[1fr_8rem]">
          <Field label={`Address ${place + 1}`} error={errors?.url?.message}>
            <Input
              type="url"
              inputMode="url"
              readOnly={disabled}
              placeholder="https://"
              {...register(`${name}.url`)}
            />
          </Field>
          <Field label={`Status ${place + 1}`} error={errors?.expect_status?.message}>
            <Input
              type="number"
              readOnly={disabled}
              placeholder={String(USUAL_STATUS)}
              {...register(`${name}.expect_status`, asNumber)}
            />
          </Field>
          <Field
            label={`Words That Must Appear ${place + 1}`}
            error={errors?.expect_text?.message}
            className="sm:col-span-2"
            optional
          >
            <Input readOnly={disabled} {...register(`${name}.expect_text`)} />
          </Field>
        </div>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="mt-1 -ml-3"
        disabled={disabled}
        onClick={() => (byAddress ? byHand() : setByAddress(true))}
      >
        <Globe size={16} aria-hidden /> {byAddress ? 'Check by Hand' : 'Check by Address'}
      </Button>
    </li>
  );
}
