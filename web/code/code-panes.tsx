import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { cx } from '../ui/cx.ts';

interface CodePanesProps {
  /** The file that is open, by its path. */
  file: string | null;
  tree: ReactNode;
  /** The file was asked for by the address: it is brought into sight. */
  isAskedFor?: boolean;
  /** How high it is, as a class. */
  height?: string;
  /** What is open. */
  children: ReactNode;
}

/** The tree of a project beside the file that is open; on phones one of the two. */
export function CodePanes({
  file,
  tree,
  isAskedFor = false,
  height = WHOLE_SCREEN,
  children,
}: CodePanesProps) {
  const frame = useRef<HTMLElement>(null);
  useFocusAlong(frame, file);
  useBroughtIntoSight(frame, isAskedFor ? file : null);
  return (
    <section
      ref={frame}
      aria-label="Project"
      className={cx(
        'card grid scroll-mt-18 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)] 3xl:grid-cols-[24rem_minmax(0,1fr)]',
        height,
      )}
    >
      <div
        className={cx(
          'flex min-h-0 min-w-0 flex-col border-line lg:border-r',
          file !== null && 'max-lg:hidden',
        )}
      >
        {tree}
      </div>
      <div
        tabIndex={-1}
        className={cx('min-h-0 min-w-0 outline-none', file === null && 'max-lg:hidden')}
      >
        {children}
      </div>
    </section>
  );
}

const WHOLE_SCREEN = 'h-[max(26rem,calc(100dvh-9rem))]';

/** Where tree and file give way to each other, the focus goes along. */
function useFocusAlong(frame: RefObject<HTMLElement | null>, file: string | null): void {
  const shown = useRef(file);
  useEffect(() => {
    if (shown.current === file) return;
    shown.current = file;
    const [left, right] = frame.current?.children ?? [];
    if (!(left instanceof HTMLElement) || !(right instanceof HTMLElement)) return;
    const isNarrow = left.offsetParent === null || right.offsetParent === null;
    if (!isNarrow) return;
    const tree = left.querySelector<HTMLElement>('[role="tree"]');
    (file === null ? tree : right)?.focus({ preventScroll: true });
  }, [file, frame]);
}

/** A file that is opened from elsewhere, as by a link in a message, is what one came for. */
function useBroughtIntoSight(frame: RefObject<HTMLElement | null>, file: string | null): void {
  useEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    if (file !== null && top > innerHeight / 2) frame.current?.scrollIntoView();
  }, [file, frame]);
}
