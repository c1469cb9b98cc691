import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { ALERT_PACES, alertInputSchema } from '#domain/alert.ts';
import type { Category } from '#domain/category.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { keys } from '../../api/query-keys.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { centsOf } from '../../ui/dollars.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../../ui/toasts.tsx';
import { CategoryCheckboxes } from '../category-checkboxes.tsx';
import { ToolCheckboxes } from '../knowledge-fields.tsx';
import { paceLabels } from './pace-labels.ts';

/** As in the API, but that the amount is typed in dollars. */
const formSchema = alertInputSchema.extend({
  min_budget_cents: z.string().transform((typed, context) => {
    if (typed.trim() === '') return null;
    const cents = centsOf(typed);
    if (cents === null)
      context.addIssue({ code: 'custom', message: 'Please enter an amount in dollars' });
    return cents;
  }),
});
const FIELDS = ['categories', 'ai_tools', 'words', 'min_budget_cents', 'when'] as const;

/** Adds an alert; what is left empty is not looked at. */
export function NewAlertDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: {
      categories: [],
      ai_tools: [],
      words: '',
      min_budget_cents: '',
      when: 'at_once' as const,
    },
  });
  const { errors, isSubmitting } = formState;
  const categories = useController({ control, name: 'categories' }).field;
  const tools = useController({ control, name: 'ai_tools' }).field;

  const save = handleSubmit(async (body) => {
    try {
      await api.post('/api/me/alerts', { body });
      await queryClient.invalidateQueries({ queryKey: keys.alerts() });
      onClose();
      announce('You hear of requests like that from now on.');
    } catch (cause) {
      showProblems(cause, FIELDS, setError);
    }
  });

  return (
    <ActDialog
      title="New Alert"
      description="What you leave empty is not looked at."
      act="Add Alert"
      onSubmit={save}
      pending={isSubmitting}
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <CategoryCheckboxes
        legend="Fields"
        hint="At least one of these. Others than your own categories never come."
        value={(categories.value ?? []) as Category[]}
        onChange={categories.onChange}
        disabled={isSubmitting}
        error={errors.categories?.message}
      />
      <ToolCheckboxes
        hint="One of these."
        value={tools.value ?? []}
        onChange={tools.onChange}
        disabled={isSubmitting}
        error={errors.ai_tools?.message}
      />
      <Field
        label="Words"
        hint="All of them stand in the request. The beginning of a word is enough."
        error={errors.words?.message}
      >
        <Input autoComplete="off" readOnly={isSubmitting} {...register('words')} />
      </Field>
      <Field
        label="Smallest Budget"
        hint="In dollars. Requests whose budget names no amount are left out then."
        error={errors.min_budget_cents?.message}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          readOnly={isSubmitting}
          {...register('min_budget_cents')}
        />
      </Field>
      <Field label="When" error={errors.when?.message}>
        <Select disabled={isSubmitting} {...register('when')}>
          {ALERT_PACES.map((pace) => (
            <option key={pace} value={pace}>
              {paceLabels[pace]}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  );
}
