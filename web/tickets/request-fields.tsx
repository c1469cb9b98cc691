import type { FieldErrors } from 'react-hook-form';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import { AI_TOOLS, aiToolLabels } from '#domain/ai-tool.ts';
import { MODES, modeWords } from '#domain/quote.ts';
import type { TicketInput } from '#domain/ticket.ts';
import { CategoryCheckboxes } from '../accounts/category-checkboxes.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { BudgetChips } from './budget-chips.tsx';
import type { RequestForm } from './request-form.ts';

interface RequestFieldsProps {
  control: Control<RequestForm, unknown, TicketInput>;
  register: UseFormRegister<RequestForm>;
  errors: FieldErrors<RequestForm>;
  disabled: boolean;
  /** A new request says how it finds its unblocker. */
  isNew?: boolean;
}

/** The fields of a request, new or edited. */
export function RequestFields({ control, register, errors, ...props }: RequestFieldsProps) {
  const { disabled, isNew = false } = props;
  const tool = useWatch({ control, name: 'ai_tool' });
  return (
    <>
      <Field
        label="Description"
        hint="The first line becomes the title. Paste error messages as they are."
        error={errors.description?.message}
      >
        <Textarea
          rows={6}
          placeholder="Detailed explanation of your problem..."
          readOnly={disabled}
          {...register('description')}
        />
      </Field>
      <Controller
        control={control}
        name="categories"
        render={({ field, fieldState }) => (
          <CategoryCheckboxes
            nested
            legend="Categories"
            hint="Not sure? Leave them all empty."
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
            disabled={disabled}
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="AI Tool"
          error={errors.ai_tool?.message}
          className={cx(tool !== 'OTHER' && 'sm:col-span-2')}
        >
          <Select disabled={disabled} {...register('ai_tool')}>
            {AI_TOOLS.map((name) => (
              <option key={name} value={name}>
                {aiToolLabels[name]}
              </option>
            ))}
          </Select>
        </Field>
        {tool === 'OTHER' && (
          <Field label="Other AI Tool" error={errors.ai_tool_other?.message}>
            <Input readOnly={disabled} {...register('ai_tool_other')} />
          </Field>
        )}
        <Field label="Tech Stack" optional error={errors.stack?.message} className="sm:col-span-2">
          <Input placeholder="React, Supabase, Vercel" readOnly={disabled} {...register('stack')} />
        </Field>
        <Controller
          control={control}
          name="budget"
          render={({ field }) => (
            <div className="flex min-w-0 flex-col gap-2 sm:col-span-2">
              <Field label="Budget" error={errors.budget?.message}>
                <Input placeholder="$100" {...field} readOnly={disabled} />
              </Field>
              <BudgetChips value={field.value} onTake={field.onChange} disabled={disabled} />
            </div>
          )}
        />
      </div>
      {isNew && (
        <FieldGroup legend="How to Find Your Unblocker">
          {MODES.map((mode) => (
            <label key={mode} className="flex min-h-11 items-start gap-2.5 py-1 text-sm">
              <input
                type="radio"
                value={mode}
                disabled={disabled}
                aria-describedby={`mode-${mode}`}
                className="mt-0.5 size-4.5 shrink-0 accent-go"
                {...register('mode')}
              />
              <span>
                {modeWords[mode].label}
                <span id={`mode-${mode}`} className="block text-2xs text-ink-soft">
                  {modeWords[mode].hint}
                </span>
              </span>
            </label>
          ))}
        </FieldGroup>
      )}
    </>
  );
}
