import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { filterNameSchema } from '#domain/saved-filter.ts';
import { showProblems } from '../api/form-problems.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

export interface FilterNameDialogProps {
  /** Its name until now; undefined for one that is not saved yet. */
  former: string | undefined;
  suggested: string;
  /** Names of the saved filters. */
  taken: readonly string[];
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a filter. One that is taken replaces what it stood for. */
export function FilterNameDialog(props: FilterNameDialogProps) {
  const { former, suggested, taken, onSave, onClose } = props;
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(z.object({ name: filterNameSchema })),
    defaultValues: { name: suggested },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: 'name' }).trim();
  const replaces = typed !== former && taken.includes(typed);

  const save = handleSubmit(async ({ name }) => {
    try {
      await onSave(name);
      onClose();
    } catch (cause) {
      showProblems(cause, ['name'], setError);
    }
  });

  return (
    <ActDialog
      title={former === undefined ? 'Save Filter' : 'Rename Filter'}
      act={former === undefined ? 'Save' : 'Rename'}
      size="sm"
      onSubmit={save}
      pending={isSubmitting}
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <Field
        label="Name"
        hint={replaces ? 'Your filter of this name is replaced.' : 'At most 40 characters.'}
        error={errors.name?.message}
      >
        <Input autoComplete="off" readOnly={isSubmitting} {...register('name')} />
      </Field>
    </ActDialog>
  );
}
