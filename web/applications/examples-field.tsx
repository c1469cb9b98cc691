import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { MAX_EXAMPLE_TEXT, MAX_EXAMPLES } from '#domain/entry-test.ts';
import { Button } from '../ui/button.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';
import type { ApplicationFormReturn } from './form-type.ts';

interface ExamplesFieldProps {
  form: ApplicationFormReturn;
  blank: { title: string; url: string; text: string };
  disabled: boolean;
}

/** Up to three examples of somebody's work. */
export function ExamplesField({ form, blank, disabled }: ExamplesFieldProps) {
  const { control, register, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'examples' });
  const problems = formState.errors.examples;
  return (
    <div className="space-y-6">
      {fields.map((field, place) => (
        <fieldset key={field.id} className="min-w-0 space-y-4 border-l-2 border-edge pl-4">
          <legend className="float-left text-sm font-semibold">Example {place + 1}</legend>
          {fields.length > 1 && (
            <Button
              size="sm"
              variant="ghost"
              disabled={disabled}
              aria-label={`Remove example ${place + 1}`}
              className="float-right"
              onClick={() => remove(place)}
            >
              <Trash2 size={16} aria-hidden />
              Remove
            </Button>
          )}
          <div className="clear-both grid gap-4 pt-2 sm:grid-cols-2">
            <Field label="Title" error={problems?.[place]?.title?.message}>
              <Input
                autoComplete="off"
                maxLength={200}
                readOnly={disabled}
                {...register(`examples.${place}.title`)}
              />
            </Field>
            <Field label="Address" error={problems?.[place]?.url?.message}>
              <Input
                type="url"
                autoComplete="off"
                maxLength={2000}
                placeholder="https://"
                readOnly={disabled}
                {...register(`examples.${place}.url`)}
              />
            </Field>
          </div>
          <Field label="What You Did" error={problems?.[place]?.text?.message}>
            <Textarea
              rows={3}
              maxLength={MAX_EXAMPLE_TEXT}
              readOnly={disabled}
              {...register(`examples.${place}.text`)}
            />
          </Field>
        </fieldset>
      ))}
      <FieldError text={problems?.root?.message ?? problems?.message} />
      {fields.length < MAX_EXAMPLES && (
        <Button size="sm" disabled={disabled} onClick={() => append({ ...blank })}>
          <Plus size={16} aria-hidden />
          Add an Example
        </Button>
      )}
    </div>
  );
}
