import { errorText } from '../../api/api-error.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { PlanDialog } from '../roadmap/plan-dialog.tsx';
import { HiddenWords, wordsToAppeal } from './hidden-words.tsx';
import { useQuotes } from './use-quotes.ts';

/** The customer's, from the mail about them: quotes that are decided stand on no page of theirs. */
export function HiddenWordsDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  const { data, error, refetch } = useQuotes(ticket.id);
  const quotes = data?.items.filter((quote) => wordsToAppeal(quote).length > 0);
  return (
    <PlanDialog open onOpenChange={onClose} title="Your Hidden Words" size="sm">
      {error && <ErrorBox text={errorText(error)} onRetry={refetch} />}
      {!quotes && !error && <SkeletonText lines={3} />}
      {quotes?.length === 0 && <p className="text-sm">There is nothing that you can appeal.</p>}
      <div className="space-y-3">
        {quotes?.map((quote) => (
          <HiddenWords key={quote.id} quote={quote} />
        ))}
      </div>
    </PlanDialog>
  );
}
