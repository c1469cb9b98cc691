import type { ApplicationReview } from '#domain/application.ts';
import { ENTRY_CHECKS, ENTRY_MARKS, entryCheckTexts, entryMarkWords } from '#domain/entry-test.ts';
import { Badge } from '../ui/badge.tsx';

/** What one unblocker said of an application. */
export function ReviewShown({ review }: { review: ApplicationReview }) {
  const { checks, marks, recommends, note } = review;
  return (
    <div className="min-w-0 space-y-3 text-sm">
      <Badge tone={recommends ? 'go' : 'harm'}>
        {recommends ? 'Recommended' : 'Not recommended'}
      </Badge>
      <ul className="space-y-2">
        {ENTRY_CHECKS.map((check) => (
          <li key={check} className="space-y-1">
            <p>{entryCheckTexts[check]}</p>
            <Badge tone={checks[check] ? 'go' : 'harm'}>
              {checks[check] ? 'Works' : 'Does not work'}
            </Badge>
          </li>
        ))}
      </ul>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {ENTRY_MARKS.map((mark) => (
          <div key={mark} className="contents">
            <dt className="text-ink-soft">{entryMarkWords[mark].label}</dt>
            <dd>{marks[mark]} of 5</dd>
          </div>
        ))}
      </dl>
      {note !== '' && (
        <p dir="auto" className="border-t border-line pt-3 wrap-anywhere whitespace-pre-wrap">
          {note}
        </p>
      )}
    </div>
  );
}
