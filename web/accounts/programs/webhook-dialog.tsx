import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { newWebhookSchema, type Webhook } from '#domain/webhook.ts';
import { WEBHOOK_TYPES } from '#domain/webhook-type.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { invalidate } from '../../api/invalidate.ts';
import { keys } from '../../api/query-keys.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { EventChoice } from './event-choice.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import { WebhookActs } from './webhook-acts.tsx';

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Makes a webhook or changes one, then shows a new secret once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>();
  return secret === undefined ? (
    <WebhookForm webhook={webhook} onSecret={setSecret} onClose={onClose} />
  ) : (
    <ShownOnceDialog
      title="Keep the Secret"
      text="Your receiver checks with it that a call is ours."
      label="Secret"
      value={secret}
      copy="Copy Secret"
      onClose={onClose}
    />
  );
}

function WebhookForm({
  webhook,
  onSecret,
  onClose,
}: WebhookDialogProps & { onSecret: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(newWebhookSchema),
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [...WEBHOOK_TYPES] },
  });
  const { register, handleSubmit, setFocus, setError, formState, control } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'url');
  const save = handleSubmit(async (body) => {
    try {
      if (webhook) {
        await api.patch('/api/me/webhooks/{id}', { path: { id: webhook.id }, body });
        announce('The webhook was changed.');
        onClose();
      } else {
        onSecret((await api.post('/api/me/webhooks', { body })).secret);
      }
    } catch (cause) {
      showProblems(cause, ['url', 'events'], setError);
    } finally {
      void invalidate(queryClient, keys.webhooks());
    }
  });
  return (
    <ActDialog
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      act={webhook ? 'Save Changes' : 'Make Webhook'}
      onSubmit={save}
      pending={isSubmitting}
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <Field
        label="Address"
        hint="Where we send a POST with JSON, such as https://example.com/unblock."
        error={errors.url?.message}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          readOnly={isSubmitting}
          {...register('url')}
        />
      </Field>
      <Controller
        control={control}
        name="events"
        render={({ field }) => (
          <EventChoice
            value={field.value}
            onChange={field.onChange}
            error={errors.events?.message}
            disabled={isSubmitting}
          />
        )}
      />
      {webhook && <WebhookActs webhook={webhook} onSecret={onSecret} onClose={onClose} />}
    </ActDialog>
  );
}
