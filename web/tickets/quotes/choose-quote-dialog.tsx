import { useState } from 'react';
import { acts } from '#domain/acts.ts';
import type { Quote } from '#domain/quote.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Money } from '../../ui/money.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { useQuoteActs } from './use-quotes.ts';

interface ChooseQuoteDialogProps {
  quote: Quote;
  /** It can be chosen no more: its author has withdrawn it. */
  isGone: boolean;
  /** It is being read again. Told with the quote, so that the end of the reading is not seen before what was read. */
  isReading: boolean;
  onClose: () => void;
}

/** States what is chosen, and asks whether its plan is approved at once. */
export function ChooseQuoteDialog({ quote, isGone, isReading, onClose }: ChooseQuoteDialogProps) {
  const { checkout, acting } = usePlan();
  const { choose } = useQuoteActs();
  const [approve, setApprove] = useState(false);
  const [pending, setPending] = useState(false);
  // As first seen: a quote that changes meanwhile is not chosen unseen. None after a failure, until it was
  // read again.
  const [seen, setSeen] = useState<number | null>(quote.version);
  if (seen === null && !pending && !isReading) setSeen(quote.version);
  const [problem, setProblem] = useState<string>();
  const { ask, label = '', failed = '' } = acts['choose-quote'];
  const [first] = quote.milestones;

  async function run(version: number) {
    setPending(true);
    setProblem(undefined);
    const call = async () => (await choose(quote.id, { version, approve })).checkout_url;
    try {
      await (approve ? checkout.open(call) : call());
      onClose();
    } catch (cause) {
      setProblem(errorText(cause, failed));
      setSeen(null);
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={ask?.title ?? label}
      description={ask?.text}
      locked={pending}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            pending={pending || seen === null}
            disabled={isGone}
            onClick={() => seen !== null && void run(seen)}
          >
            {label}
          </Button>
        </>
      }
    >
      <p className="text-sm">
        <b>{quote.developer.full_name}</b>: {countWords(quote.milestones.length)} for{' '}
        <Money cents={quote.total_cents} />.
      </p>
      <Checkbox
        label="Approve the plan at once"
        checked={approve}
        disabled={pending}
        onChange={({ target }) => setApprove(target.checked)}
        className="mt-3"
      />
      <p className="text-2xs text-ink-soft">
        {approve && first ? (
          <>
            The payment page of <bdi>{first.title}</bdi> (<Money cents={first.cost_cents} />) opens
            in a new tab.
          </>
        ) : (
          'Otherwise you review the plan next, and can ask for changes.'
        )}
      </p>
      <ErrorBox text={isGone && !acting.running ? GONE : problem} className="mt-4" />
    </Dialog>
  );
}

const GONE = 'This quote was withdrawn meanwhile.';

const countWords = (count: number) => (count === 1 ? '1 milestone' : `${count} milestones`);
