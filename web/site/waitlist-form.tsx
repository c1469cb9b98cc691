import { useForm } from 'react-hook-form';
import { SPECIALTIES, specialtyLabels } from '#domain/specialty.ts';
import { orNetworkError } from '../api/api-error.ts';
import { showProblems } from '../api/form-problems.ts';
import { lazyResolver } from '../api/lazy-resolver.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface WaitlistFormProps {
  /** Called when a person begins to fill it in. */
  onTouch: () => void;
  onDone: () => void;
}

export function WaitlistForm({ onTouch, onDone }: WaitlistFormProps) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: lazyResolver(loadCheck),
    defaultValues: { name: '', email: '', bio: '' },
  });
  const { errors, isSubmitting } = formState;
  const sending = useIdempotencyKey();

  const join = handleSubmit(async (entry) => {
    try {
      const { api } = await orNetworkError(import('../api/client.ts'));
      await api.post('/api/waitlist', { body: entry, idempotencyKey: sending.keyFor(entry) });
      sending.done();
      reset();
      onDone();
    } catch (cause) {
      showProblems(cause, ['name', 'email', 'specialty', 'bio'], setError);
    }
  });

  function touch() {
    warmUp();
    onTouch();
  }

  return (
    <form
      id="signup-form"
      onSubmit={join}
      onFocus={touch}
      noValidate
      className="flex flex-col gap-4"
    >
      <ErrorBox text={errors.root?.message} />
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" disabled={isSubmitting} {...register('name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" disabled={isSubmitting} {...register('email')} />
      </Field>
      <Field label="Specialty" error={errors.specialty?.message}>
        <Select disabled={isSubmitting} defaultValue="" {...register('specialty')}>
          <option value="" disabled>
            Choose your specialty
          </option>
          {SPECIALTIES.map((specialty) => (
            <option key={specialty} value={specialty}>
              {specialtyLabels[specialty]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Bio"
        optional
        hint="What you build, and which AI tools you know"
        error={errors.bio?.message}
      >
        <Textarea disabled={isSubmitting} {...register('bio')} />
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Join the Waitlist
      </Button>
    </form>
  );
}

async function loadCheck() {
  const { waitlistCheck } = await import('./waitlist-check.ts');
  return waitlistCheck;
}

/** A failure shows when the form is sent. */
function warmUp(): void {
  void loadCheck().catch(() => undefined);
}
