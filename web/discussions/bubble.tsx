import type { ReactNode } from 'react';
import { MarkdownText } from '../text/markdown-text.tsx';
import { cx } from '../ui/cx.ts';

interface BubbleProps {
  author: string;
  text: string;
  /** The message it answers. */
  quote?: ReactNode;
  /** Own messages are on the right. */
  mine: boolean;
  /** Beside the author: time and acts. */
  meta: ReactNode;
  /** Attachments. */
  files?: ReactNode;
  children?: ReactNode;
}

export function Bubble({ author, text, quote, mine, meta, files, children }: BubbleProps) {
  return (
    <div className={cx('flex flex-col gap-1', mine ? 'items-end' : 'items-start')}>
      <div className={cx('flex max-w-full flex-wrap items-center gap-x-2', mine && 'justify-end')}>
        <span className="max-w-full truncate text-sm font-medium">{author}</span>
        {meta}
      </div>
      <div
        className={cx(
          'max-w-[92%] min-w-0 rounded border border-line px-3.5 py-2.5 md:max-w-[85%]',
          mine ? 'rounded-tr-none bg-sunken' : 'rounded-tl-none bg-surface',
        )}
      >
        {quote}
        <MarkdownText text={text} />
        {files && <div className="mt-2.5 empty:hidden">{files}</div>}
      </div>
      {children}
    </div>
  );
}
