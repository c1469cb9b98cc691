import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Availability } from '#domain/availability.ts';
import { awayWords, newUnblockerWords } from '#domain/availability-words.ts';
import { FIRST_REQUESTS, FIRST_RUNNING, MOST_RUNNING } from '#domain/limits.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { alertError, announce } from '../ui/toasts.tsx';
import { AccountSection } from './account-section.tsx';

/** Until when an unblocker is away, and how many requests they take at a time. */
export function AvailabilitySection() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.availability(),
    queryFn: ({ signal }) => api.get('/api/me/availability', { signal }),
  });
  const saving = useSave();
  return (
    <AccountSection
      id="availability"
      title="Availability"
      intro="While you are away you hear of no new requests, nobody can invite you, and you take none. What you have already goes on. Your public profile says so."
    >
      {error && !data && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <div className="card divide-y divide-line px-4">
          <Away availability={data} saving={saving} />
          <AtATime availability={data} saving={saving} />
        </div>
      )}
    </AccountSection>
  );
}

interface HalfProps {
  availability: Availability;
  saving: ReturnType<typeof useSave>;
}

function Away({ availability: { away_until }, saving }: HalfProps) {
  const { save, pending, problem } = saving;
  const [day, setDay] = useState('');
  if (away_until)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 py-4">
        <Badge>{awayWords(String(away_until))}</Badge>
        <Button
          variant="primary"
          pending={pending === 'away_until'}
          disabled={pending !== null}
          onClick={() =>
            void save({ away_until: null }, 'Welcome back. You can take requests again.')
          }
        >
          I Am Back
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save({ away_until: day }, 'You are away. Enjoy the time.');
      }}
      className="flex flex-wrap items-end gap-3 py-4"
    >
      <Field
        label="Away Until"
        hint="Your last day away, in UTC."
        error={problem}
        className="max-sm:w-full sm:w-60"
      >
        <Input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
      <Button
        type="submit"
        pending={pending === 'away_until'}
        disabled={day === '' || pending !== null}
        className="sm:mb-6"
      >
        I Am Away
      </Button>
    </form>
  );
}

const NO_LIMIT = 'none';

function AtATime({ availability, saving: { save, pending } }: HalfProps) {
  const { max_running, running, first_requests } = availability;
  return (
    <div className="space-y-3 py-4">
      <Field
        label="Requests at a Time"
        hint={`Grabbed and not finished. ${runningWords(running)} at the moment.`}
        className="max-w-72"
      >
        <Select
          disabled={pending !== null}
          value={max_running ?? NO_LIMIT}
          onChange={({ target }) =>
            void save(
              { max_running: target.value === NO_LIMIT ? null : Number(target.value) },
              'Your number of requests was changed.',
            )
          }
        >
          {Array.from({ length: MOST_RUNNING }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {count === 1 ? '1 request' : `${count} requests`}
            </option>
          ))}
          <option value={NO_LIMIT}>Any number</option>
        </Select>
      </Field>
      {first_requests !== null && (
        <p className="text-sm text-ink-soft">
          {newUnblockerWords(first_requests)}. Until then at most {FIRST_RUNNING} run at a time, and
          customers see that you are new. After {FIRST_REQUESTS} your own number counts alone.
        </p>
      )}
    </div>
  );
}

function runningWords(running: number): string {
  if (running === 0) return 'None runs';
  return running === 1 ? '1 runs' : `${running} run`;
}

type Choice = { away_until: string | null } | { max_running: number | null };

function withChoice({ away_until, max_running }: Availability, choice: Choice) {
  return { away_until: away_until && String(away_until), max_running, ...choice };
}

/** Saves one choice at a time, and keeps the other as it was read or saved last. */
function useSave() {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<'away_until' | 'max_running' | null>(null);
  const [problem, setProblem] = useState<string>();

  async function save(choice: Choice, done: string) {
    const last = queryClient.getQueryData<Availability>(keys.availability());
    if (!last || pending !== null) return;
    setPending('away_until' in choice ? 'away_until' : 'max_running');
    setProblem(undefined);
    try {
      const saved = await api.put('/api/me/availability', { body: withChoice(last, choice) });
      await showAnswer(queryClient, keys.availability(), saved);
      // Which requests can be taken now.
      void queryClient.invalidateQueries({ queryKey: keys.tickets() });
      announce(done);
    } catch (cause) {
      const reason = (cause instanceof ApiError && cause.errors[0]?.message) || errorText(cause);
      if ('away_until' in choice && choice.away_until) setProblem(reason);
      else alertError('Failed to save. Please try again.', reason);
    } finally {
      setPending(null);
    }
  }

  return { save, pending, problem };
}
