import { useLayoutEffect, useRef, useState } from 'react';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { cx } from '../../ui/cx.ts';
import { UnfoldButton } from '../../ui/unfold-button.tsx';

/** Text as typed, including pasted code; long text is folded. */
export function LongText({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [folds, setFolds] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!element || !content || open) return;
    const measure = () => setFolds(element.scrollHeight > element.clientHeight + 1);
    measure();
    // Markdown renders after the plain text, with another height.
    const sizes = new ResizeObserver(measure);
    sizes.observe(content);
    return () => sizes.disconnect();
  }, [open]);

  return (
    <div>
      <div
        ref={box}
        className={cx(
          'overflow-hidden',
          // On phones a few lines of text and of code still fit.
          !open && 'max-h-72 md:max-h-40',
          folds && !open && '[mask-image:linear-gradient(black_70%,transparent)]',
        )}
      >
        <div>
          <MarkdownText text={text} />
        </div>
      </div>
      {folds && <UnfoldButton open={open} onToggle={setOpen} />}
    </div>
  );
}
