import { Flag, Reply, Scale } from 'lucide-react';
import { useState } from 'react';
import type { Review } from '#domain/review.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Stars } from '../../ui/stars.tsx';
import { usePlan } from './plan-context.ts';
import { useReviews } from './use-plan-data.ts';

const ReplyDialog = dialogOnDemand(async () => (await import('./review-dialogs.tsx')).ReplyDialog);
const AppealReviewDialog = dialogOnDemand(
  async () => (await import('./review-dialogs.tsx')).AppealReviewDialog,
);
const ReportReviewDialog = dialogOnDemand(
  async () => (await import('./review-dialogs.tsx')).ReportReviewDialog,
);

/** What both sides said of each other; nothing until one of them has. */
export function ReviewsPanel() {
  const { ticket, milestones } = usePlan();
  const { relation, counterpart } = ticket;
  // Who has planned nothing yet was not rated: what was said of a developer before is not theirs.
  const { data } = useReviews(ticket.id, relation === 'customer' || milestones.length > 0);
  if (!data) return null;
  const { mine, theirs, waits } = data;
  if (!mine && !theirs && !waits) return null;
  const name = counterpart?.full_name ?? 'The other side';
  return (
    <section aria-labelledby="reviews" className="card space-y-4 p-5 text-sm">
      <h2 id="reviews" className="text-lg">
        Reviews
      </h2>
      {theirs && (
        <ReviewPart
          title={relation === 'customer' ? "The Unblocker's Rating" : "The Customer's Rating"}
          review={theirs}
          replied="You replied"
        />
      )}
      {waits && (
        <p className="text-ink-soft">
          {name} has left a review. You can read it once you have left yours.
        </p>
      )}
      {mine && <ReviewPart title="Your Rating" review={mine} replied={`${name} replied`} />}
    </section>
  );
}

interface ReviewPartProps {
  title: string;
  review: Review;
  replied: string;
}

function ReviewPart({ title, review, replied }: ReviewPartProps) {
  const { ticket } = usePlan();
  const [open, setOpen] = useState<'reply' | 'report' | 'appeal' | null>(null);
  const dialog = { id: review.id, ticketId: ticket.id, onClose: () => setOpen(null) };
  const { rating, feedback, actions } = review;
  const isBlind = new Date(review.opens_at).getTime() > Date.now();
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-sans text-sm font-medium tracking-normal">
        {title}
        {review.is_edited && <span className="text-2xs font-normal text-ink-soft">Edited</span>}
      </h3>
      {rating !== null && <Stars count={rating} />}
      {feedback && <MarkdownText text={feedback} />}
      {isBlind && (
        <p className="text-2xs text-ink-soft">
          The other side reads it once they have left theirs, or{' '}
          <RelativeTime at={review.opens_at} />.
        </p>
      )}
      <Hiding reason={review.hidden_reason} appeal={review.appeal} />
      {review.reply && <ReplyPart review={review} replied={replied} />}
      <div className="-ml-3 flex flex-wrap gap-1 empty:hidden">
        {actions.reply?.allowed && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('reply')}>
            <Reply size={14} aria-hidden />
            Reply
          </Button>
        )}
        {actions.report?.allowed && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('report')}>
            <Flag size={14} aria-hidden />
            Report
          </Button>
        )}
        {actions.appeal?.allowed && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('appeal')}>
            <Scale size={14} aria-hidden />
            Appeal
          </Button>
        )}
      </div>
      {open === 'reply' && <ReplyDialog {...dialog} />}
      {open === 'report' && <ReportReviewDialog {...dialog} about="review" />}
      {open === 'appeal' && <AppealReviewDialog {...dialog} about="review" />}
    </section>
  );
}

/** The reply below a review; its writer appeals, the author of the review reports. */
function ReplyPart({ review, replied }: Omit<ReviewPartProps, 'title'>) {
  const { ticket } = usePlan();
  const [open, setOpen] = useState<'report' | 'appeal' | null>(null);
  const dialog = { id: review.id, ticketId: ticket.id, onClose: () => setOpen(null) };
  const { actions } = review;
  return (
    <div className="space-y-2 border-l-2 border-edge pl-3">
      <div>
        <p className="text-2xs text-ink-soft">{replied}</p>
        <MarkdownText text={review.reply ?? ''} />
      </div>
      <Hiding reason={review.reply_hidden_reason} appeal={review.reply_appeal} />
      <div className="-ml-3 flex flex-wrap gap-1 empty:hidden">
        {actions['report-reply']?.allowed && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('report')}>
            <Flag size={14} aria-hidden />
            Report Reply
          </Button>
        )}
        {actions['appeal-reply']?.allowed && (
          <Button size="sm" variant="ghost" onClick={() => setOpen('appeal')}>
            <Scale size={14} aria-hidden />
            Appeal for the Reply
          </Button>
        )}
      </div>
      {open === 'report' && <ReportReviewDialog {...dialog} about="reply" />}
      {open === 'appeal' && <AppealReviewDialog {...dialog} about="reply" />}
    </div>
  );
}

/** That one's own words are hidden, and what became of the appeal. */
function Hiding({ reason, appeal }: { reason: string | null; appeal: Review['appeal'] }) {
  return (
    <>
      {reason && <p className="text-2xs text-harm-ink">A moderator has hidden it: {reason}</p>}
      {appeal && (
        <p className="text-2xs text-ink-soft">
          {appeal.answer === null
            ? 'Your appeal waits for a moderator.'
            : `The answer to your appeal: ${appeal.answer}`}
        </p>
      )}
    </>
  );
}
