import { useState } from 'react';
import type { Permission } from '#domain/actions.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { Button } from '../../ui/button.tsx';

const ReportQuoteDialog = dialogOnDemand(
  async () => (await import('../roadmap/review-dialogs.tsx')).ReportQuoteDialog,
);

interface ReportWordsProps {
  quoteId: string;
  /** Of a question or answer; the quote's own words without it. */
  messageId?: string;
  permission: Permission | undefined;
}

/** Reports what the other side wrote about a quote; nothing where that is not possible. */
export function ReportWords({ quoteId, messageId, permission }: ReportWordsProps) {
  const [open, setOpen] = useState(false);
  if (!permission?.allowed) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 text-2xs text-ink-soft"
        onClick={() => setOpen(true)}
      >
        Report
      </Button>
      {open && (
        <ReportQuoteDialog id={quoteId} messageId={messageId} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
