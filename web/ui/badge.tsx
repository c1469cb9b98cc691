import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** go: done; turn: your turn; wait: the other side's turn; harm: loss or error. */
export type Tone = 'go' | 'turn' | 'wait' | 'harm';

export function Badge({ tone = 'wait', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={cx(frame, looks[tone])}>
      <ToneMark tone={tone} />
      {children}
    </span>
  );
}

/** A plain word, as of a field: no state, so it has neither colour nor shape. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={cx(frame, looks.wait)}>{children}</span>;
}

/** Each tone has a shape, as colour alone is no sign. */
export function ToneMark({ tone }: { tone: Tone }) {
  return <span aria-hidden className={cx('inline-block size-2 shrink-0', marks[tone])} />;
}

const frame =
  'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-sm px-2 py-0.5 text-2xs font-medium md:whitespace-nowrap';

const looks: Record<Tone, string> = {
  go: 'bg-go-soft text-go-ink',
  turn: 'bg-turn-soft text-turn-ink',
  wait: 'bg-wait-soft text-wait-ink',
  harm: 'bg-harm-soft text-harm-ink',
};

const marks: Record<Tone, string> = {
  go: 'bg-current forced-colors:bg-[CanvasText]',
  turn: 'bg-current forced-colors:bg-[CanvasText] [clip-path:polygon(0_0,100%_50%,0_100%)]',
  wait: 'border-[1.5px] border-current',
  harm: 'rotate-45 bg-current forced-colors:bg-[CanvasText]',
};
