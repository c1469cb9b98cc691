import { Info, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { SafetyReport } from '#domain/safety-report.ts';
import { cx } from '../ui/cx.ts';
import { PlaceLink } from './packet-panel.tsx';

interface SafetyReportViewProps {
  report: SafetyReport;
  onOpen?: ((path: string, line: number | null) => void) | undefined;
}

/** What a delivery brings along, the warnings first. */
export function SafetyReportView({
  report: { items, is_complete },
  onOpen,
}: SafetyReportViewProps) {
  const id = useId();
  const inOrder = items.toSorted((one, other) => rank[one.level] - rank[other.level]);
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-surface">
      <h3
        id={id}
        className="flex items-center gap-2 border-b border-line px-4 py-2.5 font-sans text-sm font-semibold tracking-normal"
      >
        <ShieldCheck size={16} aria-hidden className="text-go-ink" />
        Safety Report
      </h3>
      {items.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-soft">
          Nothing that you should know of: no new packages, addresses, keys or programs, and no
          tests that went.
        </p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {inOrder.map(({ level, text, path, line }, place) => {
            const Icon = level === 'warning' ? TriangleAlert : Info;
            return (
              <li key={place} className="flex items-start gap-2.5 px-4 py-2.5">
                <Icon
                  size={16}
                  role="img"
                  aria-label={level === 'warning' ? 'Warning' : 'Note'}
                  className={cx(
                    'mt-0.5 shrink-0',
                    level === 'warning' ? 'text-harm-ink' : 'text-ink-soft',
                  )}
                />
                <span className="min-w-0 wrap-anywhere">
                  {text} {path && <PlaceLink path={path} line={line} onOpen={onOpen} />}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {!is_complete && (
        <p className="border-t border-line px-4 py-2.5 text-2xs text-ink-soft">
          There was too much to look through all of it.
        </p>
      )}
    </section>
  );
}

const rank = { warning: 0, note: 1 };
