import { MarkdownText } from '../../text/markdown-text.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FailedChecks } from './check-list.tsx';
import { usePlan } from './plan-context.ts';

/** Amber for the side that has to act. */
const TO_DO = 'border-turn bg-turn-soft';

/** The customer's last request for changes, for both sides, until something new is submitted. */
export function LastAsked() {
  const { ticket, milestones, askedFor } = usePlan();
  const { whose } = ticket.turn;
  if (!askedFor || whose === 'done') return null;
  const isMine = ticket.relation === 'customer';
  const milestone = milestones.find(({ id }) => id === askedFor.milestone_id);
  return (
    <section
      aria-labelledby="last-asked"
      className={cx(
        'rounded-sm border-l-4 px-4 py-3',
        whose === 'mine' ? TO_DO : 'border-edge bg-sunken',
      )}
    >
      <h2 id="last-asked" className="font-sans text-sm font-semibold tracking-normal">
        Changes Requested{milestone ? `: ${milestone.title}` : ' to the Plan'}
      </h2>
      <p className="mb-2 text-2xs text-ink-soft">
        {isMine ? 'Your words' : "The customer's words"} · <RelativeTime at={askedFor.created_at} />
      </p>
      <FailedChecks failed={askedFor.failed} />
      <MarkdownText text={askedFor.text} />
    </section>
  );
}
