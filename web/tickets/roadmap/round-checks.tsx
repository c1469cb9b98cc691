import { hasFailed } from '#domain/check.ts';
import type { Check } from '#domain/check-schemas.ts';
import type { Delivery } from '#domain/milestone.ts';
import { cx } from '../../ui/cx.ts';
import { CheckText, EvidenceShown, ProbeResult, StateMark } from './check-list.tsx';

interface RoundChecksProps {
  delivery: Delivery;
  /** Those of its milestone, or of more. */
  checks: readonly Check[];
  className?: string;
}

/** What one round brought for each check, if anything: evidence beside what was found and said. */
export function RoundChecks({ delivery, checks, className }: RoundChecksProps) {
  const told = delivery.checks.filter(
    ({ evidence, passed, probe }) => evidence !== null || passed !== null || probe !== null,
  );
  if (told.length === 0) return null;
  return (
    <ul
      aria-label={`Checks of delivery ${delivery.round}`}
      className={cx('@container divide-y divide-line', className)}
    >
      {told.map((result) => {
        const check = checks.find(({ id }) => id === result.check_id);
        const { passed, note, probe, evidence } = result;
        const failed = hasFailed(result);
        const isKnown = passed !== null || probe !== null;
        return (
          check && (
            <li key={check.id} className="flex gap-2 py-3 text-sm">
              <StateMark state={failed ? 'failed' : isKnown ? 'passed' : 'open'} />
              <div
                className={cx('min-w-0 flex-1', evidence && 'grid gap-x-6 gap-y-2 @md:grid-cols-2')}
              >
                <div className="min-w-0">
                  <p dir="auto" className="wrap-anywhere">
                    <CheckText text={check.text} />
                  </p>
                  {probe && <ProbeResult probe={probe} check={check} />}
                  {note && (
                    <p dir="auto" className="mt-1 wrap-anywhere text-ink-soft">
                      {note}
                    </p>
                  )}
                </div>
                {evidence && (
                  <div className="min-w-0">
                    <EvidenceShown evidence={evidence} />
                  </div>
                )}
              </div>
            </li>
          )
        );
      })}
    </ul>
  );
}
