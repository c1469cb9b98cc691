import { MarkdownText } from '../../text/markdown-text.tsx';
import { Stars } from '../../ui/stars.tsx';
import { usePlan } from './plan-context.ts';
import { useFeedback } from './use-plan-data.ts';

/** How the customer found the work, for both sides; nothing until they have said so. */
export function FeedbackPanel() {
  const { ticket, milestones } = usePlan();
  const { relation } = ticket;
  // Who has planned nothing yet was not rated: what was said of a developer before is not theirs.
  const hasPlan = relation === 'developer' && milestones.length > 0;
  const { data } = useFeedback(ticket.id, relation === 'customer' || hasPlan);
  if (!data || (data.rating === null && data.feedback === null)) return null;
  return (
    <section aria-labelledby="rating" className="card space-y-2 p-5 text-sm">
      <h2 id="rating" className="text-lg">
        {relation === 'customer' ? 'Your Rating' : "The Customer's Rating"}
      </h2>
      {data.rating !== null && <Stars count={data.rating} />}
      {data.feedback && <MarkdownText text={data.feedback} />}
    </section>
  );
}
