import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import { errorText } from '../api/api-error.ts';
import { api, type Options } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useDayDraft } from '../api/use-form-draft.ts';
import { useKeptForm } from '../api/use-kept-form.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { centsOf } from '../ui/dollars.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { CaseNews, useCaseNews } from './case-news.tsx';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { SavedReplyPicker, withReply } from './saved-reply-picker.tsx';
import { type ActAddress, useModerationAct } from './use-moderation-act.ts';

const ADDRESS = '/api/moderation/tickets/{id}/preview';
type Query = Options<'GET', typeof ADDRESS>['query'];

/** The decision of a dialog, with its current input. */
interface Previewed extends Query {
  ticketId: string;
}

/** What each side gets by the decision as typed; nothing while it is incomplete. */
function usePreview(about: Previewed | null) {
  const { ticketId = '', ...query } = about ?? {};
  return useQuery({
    // Refetched with everything of moderation, since a failed act was based on old data.
    queryKey: keys.decisionPreview(ticketId, query),
    queryFn: ({ signal }) =>
      api.get(ADDRESS, { path: { id: ticketId }, query: query as Query, signal }),
    enabled: about !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The same in the dialog, announced when it changes. */
function DecisionPreview({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error, refetch } = preview;
  if (error) return <ErrorBox text={errorText(error)} onRetry={() => refetch()} />;
  return (
    <output
      aria-label="What each side gets"
      className="block min-h-12 rounded border border-line bg-paper px-4 py-3 text-sm leading-relaxed wrap-anywhere"
    >
      {data?.sentences.join(' ') ?? 'Working out what each side gets…'}
    </output>
  );
}

interface ReasonFormProps {
  title: string;
  /** What follows from it. */
  description: ReactNode;
  /** Who reads the reason. */
  hint?: ReactNode;
  /** The submit button's text. */
  act: string;
  danger?: boolean;
  /** Who bears a refund: 'asked' of the moderator, or always the platform. */
  borneBy?: 'asked' | 'platform';
  /** The amount, where the moderator enters one. */
  amount?: AskedAmount;
  /** A decision that moves money: what each side gets is shown before, and sent along. */
  previewed?: Previewed;
  /** The call, and its target. */
  address: ActAddress;
  id: string;
  /** The request, where the call names something else. */
  ticketId?: string | undefined;
  /** The milestone whose money is decided; the words about another one's are others. */
  milestoneId?: string;
  /** Shown after success. */
  done: string;
  onClose: () => void;
}

/**
 * A moderator's act: says what follows, and asks for the reason, the amount and who bears a refund
 * after the release.
 */
export function ReasonForm({ hint, amount, borneBy, previewed, ...frame }: ReasonFormProps) {
  const { address, id, done, onClose } = frame;
  const isOfRequest = address.startsWith('/api/moderation/tickets/');
  const news = useCaseNews(frame.ticketId ?? (isOfRequest ? id : undefined));
  const isAsked = borneBy === 'asked';
  const draft = useDayDraft<Typed>(`moderation.${address}.${frame.milestoneId ?? id}`);
  const form = useForm({
    defaultValues: {
      // Anew each time, as are the choices: what is held may be another sum by then.
      amount: amount?.start ?? '',
      borne_by: isAsked ? '' : 'platform',
      reason: draft.read()?.reason ?? '',
    },
  });
  useKeptForm(form, draft.keep);
  const act = useModerationAct(form, onClose);
  const { control, register, handleSubmit, setFocus, setError, formState, getValues, setValue } =
    form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, amount ? 'amount' : isAsked ? 'borne_by' : 'reason');
  const preview = usePreview(usePreviewed(form.control, { previewed, amount, borneBy }));
  const unseen = preview.isEnabled && preview.data === undefined;
  // A completed act has no preview. A colleague's earlier decision is shown once, as news or refusal.
  const isTold = preview.error && (isSubmitting || news.newest || errors.root?.message);
  const send = handleSubmit(async ({ borne_by, ...typed }) => {
    if (unseen) return;
    if (!news.isMeant) {
      setError('root.taken', { message: 'Please say that you mean it' });
      return;
    }
    const body = {
      ...reasonSchema.parse(typed),
      ...amount?.body(centsOf(typed.amount) ?? 0),
      ...(borneBy && { borne_by }),
      ...(preview.data && { shown: preview.data.shown }),
    };
    const query = isOfRequest ? { seen: news.seen } : undefined;
    if (await act({ address, path: { id }, query, body, done })) return draft.drop();
    news.heard();
    // The preview may be why it was refused.
    if (preview.isEnabled) await preview.refetch();
  });

  return (
    <ActDialog
      {...frame}
      onSubmit={send}
      pending={isSubmitting}
      disabled={unseen}
      onCancel={() => {
        draft.drop();
        onClose();
      }}
    >
      {amount && <AmountField {...{ amount, control, readOnly: isSubmitting }} />}
      {isAsked && (
        <BorneByField
          error={errors.borne_by?.message}
          disabled={isSubmitting}
          {...register('borne_by', { required: 'Please say who bears it' })}
        />
      )}
      {preview.isEnabled && !isTold && <DecisionPreview preview={preview} />}
      <CaseNews news={news} problem={errors.root?.taken?.message} />
      <SavedReplyPicker
        disabled={isSubmitting}
        onInsert={(text) => {
          setValue('reason', withReply(getValues('reason'), text), { shouldValidate: true });
          setFocus('reason');
        }}
      />
      <ReasonField
        hint={hint}
        error={errors.reason?.message}
        readOnly={isSubmitting}
        {...register('reason', { validate: reasonProblem })}
      />
      <ErrorBox text={errors.root?.message} />
    </ActDialog>
  );
}

interface Asked {
  previewed: Previewed | undefined;
  amount: AskedAmount | undefined;
  borneBy: ReasonFormProps['borneBy'] | undefined;
}

/** The decision as typed; null while it is incomplete. */
function usePreviewed(
  control: Control<Typed>,
  { previewed, amount, borneBy }: Asked,
): Previewed | null {
  const [typed, borne_by] = useWatch({ control, name: ['amount', 'borne_by'] });
  const settled = useDeferredValue(typed);
  if (!previewed) return null;
  const cents = centsOf(settled);
  if (amount && (cents === null || amount.problem?.(cents))) return null;
  if (borneBy && borne_by !== 'developer' && borne_by !== 'platform') return null;
  return {
    ...previewed,
    ...(amount && cents !== null && amount.body(cents)),
    ...(borneBy && { borne_by: borne_by as 'developer' | 'platform' }),
  };
}

interface BorneByFieldProps extends ComponentProps<'select'> {
  error: string | undefined;
}

/** Who bears a refund after the release. */
function BorneByField({ error, ...input }: BorneByFieldProps) {
  return (
    <Field label="Borne By" error={error}>
      <Select {...input}>
        <option value="">Please choose</option>
        <option value="developer">The unblocker, from what they have earned</option>
        <option value="platform">The platform</option>
      </Select>
    </Field>
  );
}

/** The amount of a moderator's act. */
interface AskedAmount {
  label: string;
  /** The initial value. */
  start?: string;
  /** Below a valid amount. */
  hint?: (cents: number) => string | null;
  /** What is wrong with an amount. */
  problem?: (cents: number) => string | null;
  /** Its part of the body. */
  body: (cents: number) => object;
}

/** The content of the form. */
interface Typed {
  amount: string;
  borne_by: string;
  reason: string;
}

interface AmountFieldProps {
  amount: AskedAmount;
  control: Control<Typed>;
  readOnly: boolean;
}

function AmountField({ amount, control, readOnly }: AmountFieldProps) {
  const { field, fieldState } = useController({
    control,
    name: 'amount',
    rules: { validate: (typed) => problemWith(typed, amount) ?? true },
  });
  const cents = centsOf(field.value);
  return (
    <Field
      label={amount.label}
      hint={(cents !== null && amount.hint?.(cents)) || 'US dollars'}
      error={fieldState.error?.message}
    >
      <Input inputMode="decimal" autoComplete="off" readOnly={readOnly} {...field} />
    </Field>
  );
}

function problemWith(typed: string, { problem }: AskedAmount): string | null {
  const cents = centsOf(typed);
  if (cents === null) return 'Please give an amount such as 12.50';
  return problem?.(cents) ?? null;
}
