import '../text/code.css';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { cx } from '../ui/cx.ts';
import { CodeLine, widthOf } from './code-line.tsx';
import type { LineRange } from './code-place.ts';
import { extendsChoice } from './extends-choice.ts';
import { linesOf, useColoredLines } from './use-colored-lines.ts';
import { lineWords } from './version-words.ts';

interface TextViewProps {
  path: string;
  text: string;
  /** The lines that are chosen. */
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
}

/** Up to here all is drawn, so that the browser's own search and readers find it. */
const DRAWN_WHOLE = 300;

/**
 * A text with numbered lines, some of which can be chosen: by a click and a click with Shift, or by
 * arrows and arrows with Shift.
 */
export function TextView({ path, text, lines: chosen, onLines }: TextViewProps) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const lines = useMemo(() => linesOf(text), [text]);
  const width = useMemo(() => widthOf(lines), [lines]);
  const colors = useColoredLines(path, text);
  const { moving, choose, toggle } = useChoice(chosen, lines.length, onLines);
  useShown(list, chosen);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = steps[event.key]?.(moving);
    if (to !== undefined) {
      choose(to, event.shiftKey);
      list.current?.scrollToIndex(Math.min(lines.length, to) - 1, { align: 'nearest' });
    } else if (event.key === 'Escape' && chosen) {
      event.stopPropagation();
      onLines(null);
    } else return;
    event.preventDefault();
  }

  const kept = lines.length <= DRAWN_WHOLE ? [...lines.keys()] : [];
  return (
    <>
      <p id={`${id}-hint`} className="sr-only">
        Arrow keys choose a line, with Shift more of them. Escape chooses none.
      </p>
      <p role="status" className="sr-only">
        {chosen && `Chosen: ${lineWords(chosen)}`}
      </p>
      <section
        ref={frame}
        aria-label={`Text of ${path}`}
        aria-describedby={`${id}-hint`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lines are chosen by keys, and what scrolls must be reachable
        tabIndex={0}
        onKeyDown={press}
        dir="ltr"
        className="min-h-0 flex-1 overflow-auto bg-sunken py-1 font-mono text-2xs leading-6 -outline-offset-2 md:leading-5"
      >
        <div className="presses-on" style={{ minWidth: `calc(${width}ch + 5.5rem)` }}>
          <Virtualizer ref={list} scrollRef={frame} data={lines} itemSize={20} keepMounted={kept}>
            {(line, place) => (
              <Line
                key={place}
                number={place + 1}
                isChosen={chosen !== null && chosen.from <= place + 1 && place + 1 <= chosen.to}
                onChoose={(more) => toggle(place + 1, more)}
              >
                <CodeLine text={line} runs={colors?.[place]} />
              </Line>
            )}
          </Virtualizer>
        </div>
      </section>
    </>
  );
}

interface LineProps {
  number: number;
  isChosen: boolean;
  onChoose: (more: boolean) => void;
  children: ReactNode;
}

function Line({ number, isChosen, onChoose, children }: LineProps) {
  return (
    <div className={cx('flex min-h-6 md:min-h-5', isChosen && 'bg-turn-soft')}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Line ${number}`}
        aria-pressed={isChosen}
        onClick={(event) => onChoose(extendsChoice(event))}
        className={cx(
          'sticky left-0 z-1 w-14 shrink-0 border-r-2 pr-2.5 text-right select-none hover:text-ink',
          isChosen
            ? 'border-turn bg-turn-soft font-medium text-turn-ink'
            : 'border-transparent bg-sunken text-ink-soft',
        )}
      >
        {number}
      </button>
      <code className="pr-4 pl-2 whitespace-pre">{children}</code>
    </div>
  );
}

/** From the line that moves, 0 where none is chosen. */
const steps: Partial<Record<string, (line: number) => number>> = {
  ArrowDown: (line) => line + 1,
  ArrowUp: (line) => Math.max(1, line - 1),
};

/** Lines from the one that was chosen first to the one that was chosen with Shift. */
function useChoice(
  chosen: LineRange | null,
  count: number,
  onLines: (lines: LineRange | null) => void,
) {
  const [first, setFirst] = useState<number | null>(null);
  const anchor = chosen === null ? null : (first ?? chosen.from);

  function choose(wanted: number, more: boolean) {
    const line = Math.min(count, Math.max(1, wanted));
    if (more && anchor !== null) {
      onLines({ from: Math.min(anchor, line), to: Math.max(anchor, line) });
      return;
    }
    setFirst(line);
    onLines({ from: line, to: line });
  }

  const isAbove = chosen !== null && anchor !== null && chosen.from < anchor;
  return {
    /** The end that arrows with Shift move; 0 where nothing is chosen. */
    moving: (isAbove ? chosen?.from : chosen?.to) ?? 0,
    choose,
    /** The same, where the one line that is chosen is chosen no more. */
    toggle(line: number, more: boolean) {
      if (chosen?.from === line && chosen.to === line) onLines(null);
      else choose(line, more);
    },
  };
}

/** Brings lines that are chosen elsewhere into sight: by an address, or by what was found. */
function useShown(list: RefObject<VirtualizerHandle | null>, chosen: LineRange | null): void {
  const from = chosen?.from;
  useEffect(() => {
    const view = list.current;
    if (from === undefined || !view) return;
    const top = view.getItemOffset(from - 1);
    const isSeen = top >= view.scrollOffset && top < view.scrollOffset + view.viewportSize;
    if (!isSeen) view.scrollToIndex(from - 1, { align: 'center' });
  }, [list, from]);
}
