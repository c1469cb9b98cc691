import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { LANGUAGES, type Language, languageLabels } from '#domain/language.ts';
import { type PublicProfile, publicProfileInputSchema } from '#domain/unblocker.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { keys } from '../../api/query-keys.ts';
import { useProfile } from '../../api/session.tsx';
import { showAnswer } from '../../api/show-answer.ts';
import { useChangeDraft } from '../../api/use-form-draft.ts';
import { useKeptForm } from '../../api/use-kept-form.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { displayName } from '../display-name.ts';
import { KnowledgeFields } from '../knowledge-fields.tsx';
import { TimeZoneField } from '../time-zone-field.tsx';

const ACT = 'Save Public Profile';
const FIELDS = [
  ...(['is_public', 'slug', 'headline', 'words'] as const),
  ...(['categories', 'ai_tools', 'languages', 'time_zone'] as const),
];

type Fields = z.input<typeof publicProfileInputSchema>;

interface PublicProfileDialogProps {
  profile: PublicProfile;
  onClose: () => void;
}

/** Edits one's public profile, and publishes it or takes it back. */
export function PublicProfileDialog({ profile, onClose }: PublicProfileDialogProps) {
  const queryClient = useQueryClient();
  const account = useProfile();
  const sending = useSending();
  const [stored] = useState<Fields>(() => ({
    ...profile,
    slug: profile.slug ?? slugOf(account.first_name, account.last_name),
    headline: profile.headline ?? '',
    words: profile.words ?? '',
    time_zone: profile.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  const draft = useChangeDraft<Fields>('public-profile', stored);
  const form = useForm({
    resolver: zodResolver(publicProfileInputSchema),
    defaultValues: draft.read() ?? stored,
  });
  useKeptForm(form, draft.keep);
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const categories = useController({ control, name: 'categories' }).field;
  const tools = useController({ control, name: 'ai_tools' }).field;
  const languages = useController({ control, name: 'languages' }).field;

  const save = handleSubmit(async (body) => {
    try {
      const saved = await sending.send(ACT, (said) =>
        api.put('/api/me/public-profile', { body: { ...body, ...said } }),
      );
      if (!saved) return;
      draft.drop();
      await showAnswer(queryClient, keys.publicProfile(), saved);
      onClose();
      announce(saved.is_public ? 'Your profile is public.' : 'Your profile is not public.');
    } catch (cause) {
      showProblems(cause, FIELDS, setError);
    }
  });

  return (
    <>
      <ActDialog
        title="Public Profile"
        description={`Shown as ${displayName(account)}.`}
        act={ACT}
        onSubmit={save}
        pending={isSubmitting}
        onClose={onClose}
        onCancel={() => {
          draft.drop();
          onClose();
        }}
      >
        <ErrorBox text={errors.root?.message} />
        <Checkbox
          label="Everybody can find and read my profile"
          disabled={isSubmitting}
          {...register('is_public')}
        />
        <Field
          label="Address"
          hint="The last part of its link. An earlier one leads on to it."
          error={errors.slug?.message}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            readOnly={isSubmitting}
            {...register('slug')}
          />
        </Field>
        <Field label="Headline" hint="What you do, in one line." error={errors.headline?.message}>
          <Input autoComplete="off" readOnly={isSubmitting} {...register('headline')} />
        </Field>
        <Field
          label="About You"
          optional
          hint="Empty lines make paragraphs."
          error={errors.words?.message}
        >
          <Textarea rows={6} readOnly={isSubmitting} {...register('words')} />
        </Field>
        <KnowledgeFields {...{ categories, tools, errors }} disabled={isSubmitting} />
        <LanguageChoice
          value={languages.value}
          onChange={languages.onChange}
          disabled={isSubmitting}
          error={errors.languages?.message}
        />
        <TimeZoneField
          stored={profile.time_zone}
          error={errors.time_zone?.message}
          disabled={isSubmitting}
          {...register('time_zone')}
        />
      </ActDialog>
      {sending.dialog}
    </>
  );
}

interface LanguageChoiceProps {
  value: Language[];
  onChange: (chosen: Language[]) => void;
  disabled: boolean;
  error: string | undefined;
}

/** The chosen ones, each with its removal, and those that are left. */
function LanguageChoice({ value, onChange, disabled, error }: LanguageChoiceProps) {
  const left = LANGUAGES.filter((language) => !value.includes(language));
  return (
    <div className="space-y-2">
      <Field label="Languages" error={error}>
        <Select
          value=""
          disabled={disabled}
          onChange={({ target }) => {
            const language = left.find((each) => each === target.value);
            if (language) onChange([...value, language]);
          }}
        >
          <option value="">Add a language</option>
          {left.map((language) => (
            <option key={language} value={language}>
              {languageLabels[language]}
            </option>
          ))}
        </Select>
      </Field>
      {value.length > 0 && (
        <ul aria-label="Chosen languages" className="flex flex-wrap gap-2">
          {value.map((language) => (
            <li key={language}>
              <button
                type="button"
                disabled={disabled}
                aria-label={`Remove ${languageLabels[language]}`}
                onClick={() => onChange(value.filter((each) => each !== language))}
                className="inline-flex min-h-11 items-center gap-1.5 rounded border border-edge px-2.5 text-sm hover:bg-sunken md:min-h-8"
              >
                {languageLabels[language]}
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A first proposal; what is left of a name in other letters may be nothing. */
function slugOf(...names: (string | null)[]): string {
  return names
    .filter(Boolean)
    .join('-')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
}
