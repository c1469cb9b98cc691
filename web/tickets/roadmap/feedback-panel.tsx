import { MarkdownText } from '../../text/markdown-text.tsx';
import { Stars } from '../../ui/stars.tsx';
import { usePlan } from './plan-context.ts';
import { useFeedback } from './use-plan-data.ts';

/** How the customer found the work, for both sides; nothing until they have said so. */
export function FeedbackPanel() {
  const { ticket } = usePlan();
  const isSide = ticket.relation === 'customer' || ticket.relation === 'developer';
  const { data } = useFeedback(ticket.id, isSide);
  if (!data || (data.rating === null && data.feedback === null)) return null;
  return (
    <section aria-labelledby="rating" className="card space-y-2 p-5 text-sm">
      <h2 id="rating" className="text-lg">
        {ticket.relation === 'customer' ? 'Your Rating' : "The Customer's Rating"}
      </h2>
      {data.rating !== null && <Stars count={data.rating} />}
      {data.feedback && <MarkdownText text={data.feedback} />}
    </section>
  );
}
