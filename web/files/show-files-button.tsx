import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { RelatedFilesDialog } from './related-files-dialog.tsx';

interface ShowFilesButtonProps {
  ticket: { id: string; files: Record<string, string> };
  /** Only a paperclip and how many: for cards. */
  compact?: boolean;
}

/** 'Show Files', where a request has some; it opens Related Files. Source: specification 2.10. */
export function ShowFilesButton({ ticket, compact = false }: ShowFilesButtonProps) {
  const [showing, setShowing] = useState(false);
  const count = Object.keys(ticket.files).length;
  if (count === 0) return null;
  return (
    <>
      {compact ? (
        <button
          type="button"
          title={`Show Files (${count})`}
          onClick={() => setShowing(true)}
          className="figures inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded text-2xs text-ink-soft transition-colors duration-150 hover:bg-sunken hover:text-ink md:h-9 md:min-w-9"
        >
          <Paperclip size={16} aria-hidden />
          {/* As text: a label with this word would stand beside the field 'Files' of a form. */}
          <span className="sr-only">Show Files</span>
          {count}
        </button>
      ) : (
        <Button onClick={() => setShowing(true)}>
          <Paperclip size={16} aria-hidden />
          Show Files
        </Button>
      )}
      <RelatedFilesDialog ticketId={ticket.id} open={showing} onOpenChange={setShowing} />
    </>
  );
}
