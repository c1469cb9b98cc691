import { Flag, Scale } from 'lucide-react';
import { useState } from 'react';
import type { Actions } from '#domain/actions.ts';
import type { Quote } from '#domain/quote.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { Button } from '../../ui/button.tsx';

const ReportQuoteDialog = dialogOnDemand(
  async () => (await import('../roadmap/review-dialogs.tsx')).ReportQuoteDialog,
);
const AppealQuoteDialog = dialogOnDemand(
  async () => (await import('../roadmap/review-dialogs.tsx')).AppealQuoteDialog,
);

interface WordsActsProps {
  quote: Pick<Quote, 'id' | 'ticket_id'>;
  /** Of a question or answer; the quote's own words without it. */
  messageId?: string;
  actions: Actions;
}

/** Reports the other side's words about a quote, or appeals where one's own were hidden. */
export function WordsActs({ quote, messageId, actions }: WordsActsProps) {
  const [open, setOpen] = useState(false);
  const isReport = actions.report?.allowed === true;
  if (!isReport && !actions.appeal?.allowed) return null;
  const Dialog = isReport ? ReportQuoteDialog : AppealQuoteDialog;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 text-2xs text-ink-soft"
        onClick={() => setOpen(true)}
      >
        {isReport ? <Flag size={14} aria-hidden /> : <Scale size={14} aria-hidden />}
        {isReport ? 'Report' : 'Appeal'}
      </Button>
      {open && (
        <Dialog
          id={quote.id}
          ticketId={quote.ticket_id}
          messageId={messageId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
