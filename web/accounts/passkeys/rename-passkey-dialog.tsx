import { useForm } from 'react-hook-form';
import { errorText } from '../../api/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { namePasskey, type Passkey } from './passkey-calls.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  title?: string;
  onClose: () => void;
}

/** Gives a passkey a name by which its owner knows the device. */
export function RenamePasskeyDialog({
  passkey,
  title = 'Rename Passkey',
  onClose,
}: RenamePasskeyDialogProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { name: passkey.friendly_name ?? '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'name');

  const save = handleSubmit(async ({ name }) => {
    try {
      await namePasskey(passkey.id, name.trim());
      onClose();
    } catch (cause) {
      setError('name', { message: errorText(cause) }, { shouldFocus: true });
    }
  });

  return (
    <Dialog open onOpenChange={onClose} title={title} size="sm" locked={isSubmitting}>
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <Field
          label="Name"
          hint="So that you know which device it is, such as My phone."
          error={errors.name?.message}
        >
          <Input
            maxLength={100}
            readOnly={isSubmitting}
            {...register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <FormButtons act="Save" pending={isSubmitting} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
