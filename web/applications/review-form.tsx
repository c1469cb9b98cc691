import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { applicationReviewInputSchema, type ReviewedApplication } from '#domain/application.ts';
import {
  ENTRY_CHECKS,
  ENTRY_MARKS,
  type EntryCheck,
  type EntryMark,
  entryCheckTexts,
  entryMarkWords,
  MAX_PROOF_TEXT,
} from '#domain/entry-test.ts';
import { errorText } from '../api/api-error.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';
import { postOnce } from '../api/steps.ts';
import { useFormDraft, useKept } from '../api/use-form-draft.ts';
import { masked } from '../files/shield/send-asking.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { RadioStars } from '../ui/radio-stars.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { announce } from '../ui/toasts.tsx';

/** As far as it is filled in. */
interface Filled {
  checks: Partial<Record<EntryCheck, boolean>>;
  marks: Partial<Record<EntryMark, number>>;
  recommends: boolean | null;
  note: string;
}

const EMPTY: Filled = { checks: {}, marks: {}, recommends: null, note: '' };
const SUBMIT = 'Submit Review';

/** Each check, four marks, and whether one recommends who applied. */
export function ReviewForm({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const sending = useSending();
  const draft = useFormDraft<Filled>(`entry-review.${id}`);
  const [filled, write] = useKept(draft, EMPTY);
  const [missing, setMissing] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ReturnType<typeof applicationReviewInputSchema.parse>) =>
      sending.send(SUBMIT, (said) =>
        postOnce('/api/entry-reviews/{id}', { path: { id }, body: { ...body, ...masked(said) } }),
      ),
    onSuccess: async (reviewed: ReviewedApplication | false) => {
      if (!reviewed) return;
      draft.drop();
      await showAnswer(queryClient, keys.entryReview(id), reviewed);
      void queryClient.invalidateQueries({ queryKey: keys.entryReviews(), exact: true });
      announce('Thank you. A moderator reads your review.');
    },
  });

  function fill(change: Partial<Filled>) {
    write({ ...filled, ...change });
    setMissing(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const whole = applicationReviewInputSchema.safeParse(filled);
    if (whole.success) mutate(whole.data);
    else setMissing(missingIn(filled));
  }

  return (
    <form noValidate onSubmit={submit} className="card space-y-6 p-5 xl:sticky xl:top-18">
      <h2 className="text-xl">Your Review</h2>
      {ENTRY_CHECKS.map((check) => (
        <Choice
          key={check}
          legend={entryCheckTexts[check]}
          words={['Works', 'Does not work']}
          value={filled.checks[check] ?? null}
          disabled={isPending}
          onChange={(works) => fill({ checks: { ...filled.checks, [check]: works } })}
        />
      ))}
      {ENTRY_MARKS.map((mark) => (
        <div key={mark}>
          <RadioStars
            legend={entryMarkWords[mark].label}
            value={filled.marks[mark] ?? null}
            readOnly={isPending}
            onChange={(stars) => fill({ marks: { ...filled.marks, [mark]: stars } })}
          />
          <p className="text-2xs text-ink-soft">{entryMarkWords[mark].hint}</p>
        </div>
      ))}
      <Choice
        legend="Recommend"
        words={['Yes', 'No']}
        value={filled.recommends}
        disabled={isPending}
        onChange={(recommends) => fill({ recommends })}
      />
      <Field
        label="Note"
        optional
        hint="For the moderators. Who applied can read it in the export of their data, without your name."
      >
        <Textarea
          rows={3}
          maxLength={MAX_PROOF_TEXT}
          readOnly={isPending}
          value={filled.note}
          onChange={({ target }) => fill({ note: target.value })}
        />
      </Field>
      <ErrorBox text={missing ?? (error && errorText(error))} />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        pending={isPending}
        pendingText="Processing..."
      >
        {SUBMIT}
      </Button>
      <p className="text-2xs text-ink-soft">A review cannot be changed afterwards.</p>
      {sending.dialog}
    </form>
  );
}

/** What is still to be filled in, in words. */
function missingIn({ checks, marks, recommends }: Filled): string {
  const open = [
    ...(ENTRY_CHECKS.some((check) => checks[check] === undefined) ? ['each check'] : []),
    ...ENTRY_MARKS.filter((mark) => !marks[mark]).map((mark) => entryMarkWords[mark].label),
    ...(recommends === null ? ['Recommend'] : []),
  ];
  return `Please fill in: ${open.join(', ')}.`;
}

interface ChoiceProps {
  legend: string;
  words: readonly [yes: string, no: string];
  value: boolean | null;
  disabled: boolean;
  onChange: (value: boolean) => void;
}

function Choice({ legend, words, value, disabled, onChange }: ChoiceProps) {
  const name = useId();
  const choices = [
    [true, words[0]],
    [false, words[1]],
  ] as const;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(([choice, label]) => (
          <label key={label} className="flex min-h-11 items-center gap-2 text-sm md:min-h-8">
            <input
              type="radio"
              name={name}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="size-4.5 shrink-0 accent-go"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
