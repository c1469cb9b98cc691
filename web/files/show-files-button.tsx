import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { RelatedFiles } from './related-files.tsx';

interface ShowFilesButtonProps {
  ticketId: string;
  /** Without any there is no button. */
  count: number;
  /** Only a paperclip and how many: for cards. */
  compact?: boolean;
  /** The small one has no room for words on phones. */
  size?: 'sm' | 'md';
}

/** 'Show Files', where a request has some; it opens Related Files. Source: specification 2.10. */
export function ShowFilesButton(props: ShowFilesButtonProps) {
  const { ticketId, count, compact = false, size = 'md' } = props;
  const [showing, setShowing] = useState(false);
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
        <Button size={size} onClick={() => setShowing(true)} title="Show Files">
          <Paperclip size={16} aria-hidden />
          <span className={cx(size === 'sm' && 'max-sm:sr-only')}>Show Files</span>
        </Button>
      )}
      {showing && <RelatedFiles ticketId={ticketId} open onOpenChange={setShowing} />}
    </>
  );
}
