import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { newAccessTokenSchema, type Scope, scopeLabels, scopes } from '#domain/program.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { invalidate } from '../../api/invalidate.ts';
import { keys } from '../../api/query-keys.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

/** Days that a token may live, by what one chooses; 0 is for good. */
const LIVES = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'A year'],
  [0, 'Until it is revoked'],
] as const;

const formSchema = z.object({
  name: newAccessTokenSchema.shape.name,
  scope: z.enum(scopes),
  days: z.coerce.number(),
});

/** Makes a token, then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>();
  return token === undefined ? (
    <NewTokenForm onMade={setToken} onClose={onClose} />
  ) : (
    <ShownOnceDialog
      title="Keep Your Access Token"
      text="Put it where your program finds it."
      label="Access Token"
      value={token}
      copy="Copy Token"
      onClose={onClose}
    />
  );
}

interface NewTokenFormProps {
  onMade: (token: string) => void;
  onClose: () => void;
}

function NewTokenForm({ onMade, onClose }: NewTokenFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name: '', scope: 'read' as Scope, days: 90 },
  });
  const { register, handleSubmit, setFocus, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'name');
  const make = handleSubmit(async ({ name, scope, days }) => {
    const expires_at = days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();
    const chosen = scope === 'write' ? [...scopes] : [scope];
    try {
      const { token } = await api.post('/api/me/tokens', {
        body: { name, scopes: chosen, expires_at },
      });
      onMade(token);
    } catch (cause) {
      showProblems(cause, ['name'], setError);
    } finally {
      void invalidate(queryClient, keys.tokens());
    }
  });
  return (
    <ActDialog
      title="New Access Token"
      act="Make Token"
      size="sm"
      onSubmit={make}
      pending={isSubmitting}
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <Field label="Name" hint="What uses it, such as your editor." error={errors.name?.message}>
        <Input autoComplete="off" readOnly={isSubmitting} {...register('name')} />
      </Field>
      <Field label="It may" error={errors.scope?.message}>
        <Select disabled={isSubmitting} {...register('scope')}>
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {scopeLabels[scope]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="It works for" error={errors.days?.message}>
        <Select disabled={isSubmitting} {...register('days')}>
          {LIVES.map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  );
}
