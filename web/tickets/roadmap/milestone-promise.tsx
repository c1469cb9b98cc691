import type { Milestone } from '#domain/milestone.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { Attachments } from '../../files/attachments.tsx';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Money } from '../../ui/money.tsx';
import { CheckList } from './check-list.tsx';
import { keepsDate } from './milestone-dates.ts';
import { MilestoneState } from './milestone-state.tsx';
import { CheckNow } from './review-checks.tsx';

const KEEPS_DATE =
  'Work that is sent back keeps its first start and its due date, with at least one more working day.';

interface MilestonePromiseProps {
  milestone: Milestone;
  /** Its checks are above, to be answered. */
  isReviewed?: boolean;
}

/** The milestone with its whole description, time and price. */
export function MilestonePromise({ milestone, isReviewed = false }: MilestonePromiseProps) {
  return (
    <div className="space-y-4">
      <div>
        <h3 dir="auto" className="text-lg leading-snug wrap-anywhere">
          {milestone.title}
        </h3>
        <div className="mt-1.5">
          <MilestoneState milestone={milestone} allDates />
          {keepsDate(milestone) && <p className="mt-1 text-2xs text-ink-soft">{KEEPS_DATE}</p>}
        </div>
      </div>
      <MarkdownText text={milestone.description} />
      {!isReviewed && (
        <CheckList
          checks={milestone.checks}
          act={(check) => <CheckNow milestone={milestone} check={check} />}
        />
      )}
      <Attachments files={milestone.file_attachments} label="Files of the milestone" />
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-3 text-sm">
        <Fact term="Est. Time">{describeWorkTime(milestone.estimated_minutes)}</Fact>
        <Fact term="Hourly Rate">
          <Money cents={milestone.hourly_rate_cents} />
        </Fact>
        <Fact term="Cost">
          <b className="font-semibold">
            <Money cents={milestone.cost_cents} />
          </b>
        </Fact>
      </dl>
    </div>
  );
}
