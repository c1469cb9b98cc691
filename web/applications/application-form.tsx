import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useController, useForm } from 'react-hook-form';
import { applicationSchema, type OwnApplication } from '#domain/application.ts';
import { ENTRY_CHECKS, MAX_EXAMPLES } from '#domain/entry-test.ts';
import { KnowledgeFields } from '../accounts/knowledge-fields.tsx';
import { TimeZoneField } from '../accounts/time-zone-field.tsx';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { keys } from '../api/query-keys.ts';
import { masked } from '../files/shield/send-asking.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { LocalMoment } from '../ui/local-moment.tsx';
import { EntryTest } from './entry-test.tsx';
import { ExamplesField } from './examples-field.tsx';
import { FormPart } from './form-part.tsx';
import { type Saved, useSavedDraft } from './use-saved-draft.ts';

type Told = NonNullable<OwnApplication['application']>;

interface ApplicationFormProps {
  token: string;
  own: OwnApplication & { application: Told };
}

const SAVE = 'Save Draft';
const SUBMIT = 'Submit Application';
const FIELDS = ['examples', 'categories', 'ai_tools', 'time_zone', 'hours', 'proofs'] as const;
const BLANK = { title: '', url: '', text: '' };

/** What somebody without an account tells of their work. It is saved while they type. */
export function ApplicationForm({ token, own }: ApplicationFormProps) {
  const queryClient = useQueryClient();
  const sending = useSending();
  const form = useForm({
    resolver: zodResolver(applicationSchema),
    defaultValues: valuesOf(own.application),
  });
  const { register, handleSubmit, setError, control, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const categories = useController({ control, name: 'categories' }).field;
  const tools = useController({ control, name: 'ai_tools' }).field;
  const path = { token };
  const draft = useSavedDraft(form, () =>
    api.put('/api/applications/{token}', { path, body: getValues() }),
  );
  const keep = (now: Partial<OwnApplication>) => keepOpen(queryClient, token, now);
  // Whoever comes back finds the form as they left it: the last of it may still be on its way.
  useEffect(
    () => () => keepOpen(queryClient, token, { application: getValues() }),
    [queryClient, token, getValues],
  );

  async function save() {
    let before = '';
    try {
      const kept = await draft.byHand(() => {
        before = JSON.stringify(getValues());
        return sending.send(SAVE, (said) =>
          api.put('/api/applications/{token}', { path, body: { ...getValues(), ...masked(said) } }),
        );
      });
      if (!kept) return;
      // Where keys were masked, as it is kept; what was typed meanwhile stays.
      const isSame = JSON.stringify(getValues()) === before;
      if (kept.application && isSame) form.reset(valuesOf(kept.application));
      draft.told(null);
    } catch (cause) {
      draft.told(errorText(cause));
    }
  }

  const submit = handleSubmit(async (body) => {
    try {
      const sent = await draft.byHand(() =>
        sending.send(SUBMIT, (said) =>
          api.post('/api/applications/{token}/submit', {
            path,
            body: { ...body, ...masked(said) },
          }),
        ),
      );
      if (!sent) return;
      keep(sent);
      scrollTo({ top: 0 });
    } catch (cause) {
      showProblems(cause, FIELDS, setError);
    }
  });

  return (
    <>
      <p className="max-w-prose leading-relaxed text-ink-soft">
        Show what you can do. What you write is saved while you type
        {own.ends_at && (
          <>
            , and this link works until <LocalMoment at={own.ends_at} />
          </>
        )}
        . Nobody reads it before you submit it; then two unblockers do, without your name.
      </p>
      <form noValidate onSubmit={submit} className="mt-8 space-y-6">
        <FormPart
          title="Your Work"
          hint={`One to ${MAX_EXAMPLES} things that you made or mended, and what your part was.`}
        >
          <ExamplesField form={form} blank={BLANK} disabled={isSubmitting} />
        </FormPart>
        <FormPart title="What You Know">
          <KnowledgeFields {...{ categories, tools, errors }} disabled={isSubmitting} />
        </FormPart>
        <FormPart title="When You Work">
          <div className="grid gap-4 sm:grid-cols-2">
            <TimeZoneField
              stored={own.application.time_zone}
              error={errors.time_zone?.message}
              disabled={isSubmitting}
              {...register('time_zone')}
            />
            <Field
              label="Hours"
              hint="Such as weekday evenings, ten hours a week."
              error={errors.hours?.message}
            >
              <Input
                autoComplete="off"
                maxLength={200}
                readOnly={isSubmitting}
                {...register('hours')}
              />
            </Field>
          </div>
        </FormPart>
        <EntryTest
          token={token}
          version={own.version}
          onVersion={({ version }) => keep({ version })}
          form={form}
          disabled={isSubmitting}
        />
        <div className="card sticky bottom-0 z-3 flex flex-wrap items-center gap-3 p-4">
          <SavedLine saved={draft.saved} />
          <div className="ml-auto flex flex-wrap gap-2">
            <Button disabled={isSubmitting} onClick={() => void save()}>
              {SAVE}
            </Button>
            <Button
              type="submit"
              variant="primary"
              pending={isSubmitting}
              pendingText="Processing..."
            >
              {SUBMIT}
            </Button>
          </div>
          <ErrorBox className="w-full" text={errors.root?.message} />
          {Object.keys(errors).length > 0 && !errors.root && (
            <ErrorBox
              className="w-full"
              text="Something is missing. Please look at the marked fields above."
            />
          )}
        </div>
      </form>
      {sending.dialog}
    </>
  );
}

/** What a submitted one says is final. */
function keepOpen(queryClient: QueryClient, token: string, now: Partial<OwnApplication>): void {
  queryClient.setQueryData<OwnApplication>(keys.application(token), (before) =>
    before?.state === 'open' ? { ...before, ...now } : before,
  );
}

/** An example and each check have their fields from the start. */
function valuesOf({ examples, proofs, time_zone, ...told }: Told) {
  const textOf = (check: string) => proofs.find((proof) => proof.check === check)?.text ?? '';
  return {
    ...told,
    examples: examples.length > 0 ? examples : [BLANK],
    time_zone: time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    proofs: ENTRY_CHECKS.map((check) => ({ check, text: textOf(check) })),
  };
}

function SavedLine({ saved: { state, at, problem } }: { saved: Saved }) {
  if (problem !== null && state === 'saved') {
    return <ErrorBox className="w-full" text={`Not saved: ${problem}`} />;
  }
  return (
    <p role="status" className="text-sm text-ink-soft">
      {state === 'saving' && 'Saving...'}
      {state === 'typing' && 'Not saved yet'}
      {state === 'saved' && at && `Saved at ${at.toLocaleTimeString([], TIME)}`}
    </p>
  );
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
