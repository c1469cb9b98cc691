import { useLayoutEffect, useRef, useState } from 'react';
import { MessageText } from '../discussions/message-text.tsx';
import { cx } from '../ui/cx.ts';

/** Text as it was typed, pasted code and traces included; a long one is folded until asked for. */
export function LongText({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [folds, setFolds] = useState(false);

  // Another text has another height.
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !open) setFolds(element.scrollHeight > element.clientHeight + 1);
  }, [text, open]);

  return (
    <div>
      <div
        ref={box}
        className={cx(
          'overflow-hidden',
          !open && 'max-h-40',
          folds && !open && '[mask-image:linear-gradient(black_70%,transparent)]',
        )}
      >
        <MessageText text={text} />
      </div>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="link mt-1 min-h-11 text-sm md:min-h-8"
        >
          {open ? 'Show Less' : 'Show More'}
        </button>
      )}
    </div>
  );
}
