import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { FeedbackReport, FeedbackReportStatus } from '#domain/review.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { MarkdownText } from '../text/markdown-text.tsx';
import { Button } from '../ui/button.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Stars } from '../ui/stars.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { StatusFilter } from './status-filter.tsx';

/** Reported reviews, replies to them and words about quotes; open ones longest waiting first. */
export function ReviewReports() {
  const [status, setStatus] = useState<FeedbackReportStatus>('open');
  const order = status === 'open' ? 'oldest' : 'newest';
  const list = usePages(keys.reviewReports(status), '/api/moderation/reviews', {
    query: { status, order },
  });
  return (
    <section id="reported-reviews" aria-labelledby="review-reports" className="mt-10 scroll-mt-20">
      <h2 id="review-reports" className="mb-4 text-xl">
        Reported Reviews and Quotes
      </h2>
      <StatusFilter value={status} words={words} onChange={setStatus}>
        <QueueWords of="reviews" />
      </StatusFilter>
      <PagedList list={list} loading="Loading reported reviews" empty={words[status].empty}>
        {(reports) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {reports.map((report) => (
              <ReportedReview key={report.id} report={report} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const words: Record<FeedbackReportStatus, { label: string; empty: string }> = {
  open: { label: 'Open', empty: 'Nothing of this kind waits for you.' },
  appealed: { label: 'Appealed', empty: 'No appeal against hidden words waits for you.' },
  dismissed: { label: 'Left as it is', empty: 'Nothing was left as it is yet.' },
  hidden: { label: 'Hidden', empty: 'Nothing has been hidden yet.' },
  overturned: { label: 'Shown again', empty: 'Nothing was shown again yet.' },
};

const reply = {
  about: 'replied to',
  hide: 'Hide Reply',
  hidden:
    'The reply disappears for everybody but its author; the review stays. They may appeal once.',
  hideDone: 'The reply was hidden, and both sides were told why.',
  leave: 'Leave the Reply',
  left: 'You find nothing to object to in this reply to a review.',
  leaveDone: 'The reply stays, and whoever reported it was told why.',
  shown: 'The other side reads the reply again.',
} as const;

/** What is decided, in the words of each kind. */
const kinds = {
  review: {
    about: 'about',
    hide: 'Hide Review',
    hidden:
      'Its words and stars disappear for everybody but its author, and its stars do not count. They may appeal once.',
    hideDone: 'The review was hidden, and both sides were told why.',
    leave: 'Leave the Review',
    left: 'You find nothing to object to in this review.',
    leaveDone: 'The review stays, and whoever reported it was told why.',
    shown: 'The other side reads the review again, and its stars count again.',
  },
  reply,
  replyBelowHidden: {
    ...reply,
    hidden: 'The review is hidden already: nobody reads the reply any more.',
    shown: 'The review is hidden: the reply is read again only if that is shown again.',
  },
  quote: {
    about: 'to',
    hide: 'Hide Words',
    hidden:
      'They disappear for everybody but their author, also once the quote is chosen. They may appeal once.',
    hideDone: 'The words were hidden, and both sides were told why.',
    leave: 'Leave the Words',
    left: 'You find nothing to object to in these words about a quote.',
    leaveDone: 'The words stay, and whoever reported them was told why.',
    shown: 'The other side reads the words again.',
  },
} as const;

function wordsOf({ about, other_words_hidden }: FeedbackReport) {
  return kinds[about === 'reply' && other_words_hidden ? 'replyBelowHidden' : about];
}

function ReportedReview({ report }: { report: FeedbackReport }) {
  const { ticket, review, actions } = report;
  const kind = wordsOf(report);
  const { author_name, subject_name } = review;
  const [writer, reporter] =
    report.about === 'reply' ? [subject_name, author_name] : [author_name, subject_name];
  const [deciding, setDeciding] = useState<'hide' | 'dismiss' | 'uphold' | 'overturn' | null>(null);
  return (
    <li className="card flex min-w-0 flex-col gap-3 p-4 text-sm">
      <h3 className="font-sans text-sm font-medium tracking-normal wrap-anywhere">
        <Link to={paths.moderatedRequest(ticket.id)} className="thumb link">
          {ticket.title}
        </Link>
      </h3>
      <p className="text-2xs wrap-anywhere text-ink-soft">
        {report.about === 'quote' && 'About a quote: '}
        {writer} {kind.about} {reporter}, who reported it <RelativeTime at={report.created_at} />
      </p>
      <ReportedWords {...report} />
      <div>
        <p className="text-2xs text-ink-soft">What is said to be wrong with it</p>
        <MarkdownText text={report.text} />
      </div>
      {report.reason && (
        <p className="border-t border-line pt-3 wrap-anywhere whitespace-pre-wrap">
          {report.reason}
        </p>
      )}
      {report.appeal && (
        <div className="border-t border-line pt-3">
          <p className="text-2xs text-ink-soft">
            {writer} appealed <RelativeTime at={report.appeal.created_at} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{report.appeal.text}</p>
          {report.appeal.answer && (
            <p className="mt-2 wrap-anywhere whitespace-pre-wrap">
              <span className="font-medium">The answer: </span>
              {report.appeal.answer}
            </p>
          )}
        </div>
      )}
      {report.status === 'appealed' && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
          <PermittedButton permission={actions.uphold} onClick={() => setDeciding('uphold')}>
            Uphold
          </PermittedButton>
          <PermittedButton
            permission={actions.overturn}
            variant="primary"
            onClick={() => setDeciding('overturn')}
          >
            Overturn
          </PermittedButton>
          {!actions.uphold?.allowed && (
            <p className="basis-full text-end text-2xs text-ink-soft">{actions.uphold?.reason}</p>
          )}
        </div>
      )}
      {(actions.hide?.allowed || actions.dismiss?.allowed) && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
          <Button variant="danger" onClick={() => setDeciding('hide')}>
            {kind.hide}
          </Button>
          <Button variant="primary" onClick={() => setDeciding('dismiss')}>
            Leave It
          </Button>
        </div>
      )}
      {deciding === 'hide' && (
        <ReasonDialog
          title={kind.hide}
          description={kind.hidden}
          hint="Both sides read it by mail."
          act={kind.hide}
          danger
          address="/api/moderation/reviews/{id}/hide"
          id={report.id}
          ticketId={ticket.id}
          done={kind.hideDone}
          onClose={() => setDeciding(null)}
        />
      )}
      {deciding === 'dismiss' && (
        <ReasonDialog
          title={kind.leave}
          description={kind.left}
          hint="Whoever reported it reads it by mail."
          act="Leave It"
          address="/api/moderation/reviews/{id}/dismiss"
          id={report.id}
          ticketId={ticket.id}
          done={kind.leaveDone}
          onClose={() => setDeciding(null)}
        />
      )}
      {(deciding === 'uphold' || deciding === 'overturn') && (
        <ReasonDialog
          {...appealWords[deciding]}
          description={deciding === 'uphold' ? UPHELD : kind.shown}
          hint="Both sides read it by mail."
          address={`/api/moderation/reviews/{id}/${deciding}`}
          id={report.id}
          ticketId={ticket.id}
          onClose={() => setDeciding(null)}
        />
      )}
    </li>
  );
}

/** What is reported stands beside the red line; of a reply what it answers comes first. */
function ReportedWords({ about, review, other_words_hidden }: FeedbackReport) {
  const { author_name, subject_name, rating, feedback, reply } = review;
  const hidden = other_words_hidden && <b>, hidden</b>;
  const said = (
    <>
      {rating !== null && <Stars count={rating} />}
      {feedback && <MarkdownText text={feedback} />}
    </>
  );
  if (about === 'reply')
    return (
      <>
        <div className="space-y-1 border-l-2 border-line pl-3">
          <p className="text-2xs text-ink-soft">
            The review by {author_name}
            {review.edited_since_reply && ', edited since the reply'}
            {hidden}
          </p>
          {said}
        </div>
        <div className="border-l-2 border-harm pl-3">
          <p className="text-2xs text-ink-soft">The reported reply by {subject_name}</p>
          <MarkdownText text={reply ?? ''} />
        </div>
      </>
    );
  return (
    <div className="space-y-2 border-l-2 border-harm pl-3">
      {said}
      {reply && (
        <div className="border-l-2 border-line pl-3">
          <p className="text-2xs text-ink-soft">
            {subject_name} replied
            {hidden}
          </p>
          <MarkdownText text={reply} />
        </div>
      )}
    </div>
  );
}

const UPHELD = 'The words stay hidden, for good.';
const appealWords = {
  uphold: {
    title: 'Uphold',
    act: 'Uphold',
    done: 'They stay hidden, and both sides were told why.',
  },
  overturn: {
    title: 'Overturn',
    act: 'Overturn',
    done: 'They are shown again, and both sides were told why.',
  },
} as const;
