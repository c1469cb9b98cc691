import { RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { acts } from '#domain/acts.ts';
import type { Check } from '#domain/check-schemas.ts';
import type { Milestone } from '#domain/milestone.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { allows } from './allows.ts';
import { Address, CheckText, EvidenceShown, ProbeResult } from './check-list.tsx';
import type { Marks } from './use-marks.ts';
import { usePlanActs } from './use-plan-acts.ts';

interface ReviewChecksProps {
  milestone: Milestone;
  marks: Marks;
  disabled: boolean;
}

/** Each check with the unblocker's evidence and the result at its address. */
export function ReviewChecks({ milestone, marks, disabled }: ReviewChecksProps) {
  if (milestone.checks.length === 0) return null;
  return (
    <section aria-label="Checks" className="space-y-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">Done When</h3>
      {milestone.checks.map((check) => (
        <ReviewCheck key={check.id} {...{ milestone, check, marks, disabled }} />
      ))}
    </section>
  );
}

function ReviewCheck({ milestone, check, marks, disabled }: ReviewChecksProps & { check: Check }) {
  const name = useId();
  const { passed, note = '' } = marks.said[check.id] ?? {};
  const choices = [
    [true, 'Works'],
    [false, 'Does not work'],
  ] as const;
  return (
    <fieldset disabled={disabled} className="min-w-0 rounded border border-line px-4 py-3">
      <legend dir="auto" className="float-left w-full text-sm font-medium wrap-anywhere">
        <CheckText text={check.text} />
      </legend>
      <div
        className={cx(
          'clear-both',
          check.evidence && 'grid grid-rows-[auto_1fr] gap-x-6 sm:grid-cols-2',
        )}
      >
        <div className="min-w-0">
          <Address check={check} />
          {check.last_probe && <ProbeResult probe={check.last_probe} check={check} />}
          <CheckNow milestone={milestone} check={check} />
        </div>
        {check.evidence && (
          <div className="min-w-0 pt-2 sm:row-span-2">
            <EvidenceShown evidence={check.evidence} />
          </div>
        )}
        <div className="mt-2 flex flex-wrap gap-x-6 self-start">
          {choices.map(([works, words]) => (
            <label key={words} className="flex min-h-11 items-center gap-2 text-sm md:min-h-8">
              <input
                type="radio"
                name={name}
                checked={passed === works}
                onChange={() => marks.say(check.id, works, note)}
                className="size-4.5 shrink-0 accent-go"
              />
              {words}
            </label>
          ))}
        </div>
      </div>
      {passed !== undefined && (
        <Field label="Note" optional className="mt-2">
          <Textarea
            rows={2}
            maxLength={2000}
            value={note}
            onChange={({ target }) => marks.say(check.id, passed, target.value)}
          />
        </Field>
      )}
    </fieldset>
  );
}

/** Makes the server look at the address again. */
export function CheckNow({ milestone, check }: { milestone: Milestone; check: Check }) {
  const { checkNow } = usePlanActs();
  const [looking, setLooking] = useState(false);
  if (check.url === null || !allows(milestone, 'check-now')) return null;
  const { label, failed = '' } = acts['check-now'];

  async function look() {
    setLooking(true);
    await checkNow(milestone, check.id).catch((cause: unknown) =>
      alertError(failed, errorText(cause)),
    );
    setLooking(false);
  }

  return (
    <Button size="sm" pending={looking} onClick={look} className="mt-2">
      <RefreshCw size={16} aria-hidden /> {label}
    </Button>
  );
}
