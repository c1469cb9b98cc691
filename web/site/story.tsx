import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

interface StoryStep {
  /** Who has the ball, the largest words on the card. */
  turn: string;
  detail: string;
  status: TicketStatus;
  tone: 'turn' | 'wait' | 'go';
  /** The money of the milestone at this moment. */
  money: string;
}

/** One request on its way, as its customer sees it: the same steps and words as in the product. */
const storySteps: StoryStep[] = [
  {
    turn: 'Stuck: waiting for an unblocker',
    detail: 'The AI keeps rewriting the same login bug.',
    status: 'AWAITING_ASSIGNMENT',
    tone: 'wait',
    money: 'Nothing to pay yet',
  },
  {
    turn: 'Ana grabbed your request',
    detail: 'She reads your code and asks one question in the discussion.',
    status: 'DEVELOPER_PLANNING',
    tone: 'wait',
    money: 'Nothing to pay yet',
  },
  {
    turn: 'Your turn: review the plan',
    detail: 'Fix the session that is lost on reload. 2 hours at $50.',
    status: 'CUSTOMER_REVIEWING_PLAN',
    tone: 'turn',
    money: '$100.00 proposed',
  },
  {
    turn: 'Ana is working',
    detail: 'You approved and paid. Your first hour is $25 off, and we hold the money.',
    status: 'DEVELOPER_WORKING',
    tone: 'wait',
    money: '$75.00 paid and held',
  },
  {
    turn: 'Your turn: review the work',
    detail: 'The fix is delivered, with a note on what was wrong.',
    status: 'CUSTOMER_REVIEWING_RESULTS',
    tone: 'turn',
    money: '$75.00 still held',
  },
  {
    turn: 'Done: you are unblocked',
    detail: 'You approved the milestone. Only now is the money released to Ana.',
    status: 'CUSTOMER_APPROVED',
    tone: 'go',
    money: 'Released',
  },
];

/** The product itself, telling in twelve seconds what happens to a request. */
export function Story() {
  const { position, playing, ended, show, toggle } = useStory(storySteps.length);
  const step = storySteps[position];
  if (!step) return null;
  return (
    <figure aria-label="How a request moves on" className="card shadow-lift">
      <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
        <p className="min-w-0 truncate text-sm">
          <span className="figures mr-2 text-ink-soft max-sm:hidden">#7F3A2C</span>
          Web Issue with Cursor
        </p>
        <StatusBadge status={step.status} tone={step.tone} />
      </div>
      {/* All steps lie in one grid cell, so that the card has the height of the tallest. */}
      <div className="grid px-5 py-6">
        {storySteps.map((one, index) => (
          <div
            key={one.turn}
            className={cx(
              'col-start-1 row-start-1',
              index === position ? 'animate-rise-in' : 'invisible',
            )}
          >
            <p
              className={cx(
                'font-display text-2xl leading-snug font-bold tracking-tight',
                one.tone === 'turn' && 'text-turn-ink',
                one.tone === 'go' && 'text-go-ink',
              )}
            >
              {one.turn}
            </p>
            <p className="mt-2 leading-relaxed text-ink-soft">{one.detail}</p>
          </div>
        ))}
      </div>
      <div className="px-5 pb-5">
        <StoryProgress status={step.status} tone={step.tone} />
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line py-1.5 pr-2 pl-5">
        <p className="figures text-sm font-medium">{step.money}</p>
        <div className="flex items-center">
          <StepDots position={position} onShow={show} />
          <IconButton
            label={ended ? 'Play the story again' : playing ? 'Pause the story' : 'Play the story'}
            onClick={toggle}
          >
            {ended ? (
              <RotateCcw size={16} aria-hidden />
            ) : playing ? (
              <Pause size={16} aria-hidden />
            ) : (
              <Play size={16} aria-hidden />
            )}
          </IconButton>
        </div>
      </div>
    </figure>
  );
}

/** The real progress line; the end, which it shows as a badge, is drawn as five finished blocks. */
function StoryProgress({ status, tone }: Pick<(typeof storySteps)[number], 'status' | 'tone'>) {
  if (status !== 'CUSTOMER_APPROVED') {
    return (
      <div className="min-h-10">
        <ProgressLine status={status} tone={tone} />
      </div>
    );
  }
  return (
    <div className="flex min-h-10 gap-1 pt-1.5" aria-hidden>
      {[1, 2, 3, 4, 5].map((block) => (
        <span key={block} className="h-2.5 flex-1 rounded-[2px] bg-go" />
      ))}
    </div>
  );
}

function StepDots({ position, onShow }: { position: number; onShow: (step: number) => void }) {
  return (
    <ol className="flex max-sm:hidden">
      {storySteps.map((step, index) => (
        <li key={step.turn}>
          <button
            type="button"
            aria-label={`Step ${index + 1}: ${step.turn}`}
            aria-current={index === position ? 'step' : undefined}
            onClick={() => onShow(index)}
            className="grid size-6 place-items-center"
          >
            <span
              className={cx(
                'size-2 rounded-[2px]',
                index === position ? '-translate-y-0.5 bg-go' : 'bg-edge',
              )}
            />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Six steps in twelve seconds. */
const STEP_MS = 2000;

/** Plays once and rests on the last step; people who ask for less motion step by hand. */
function useStory(length: number) {
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  const ended = position === length - 1;

  useEffect(() => {
    setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, []);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (ended) setPlaying(false);
      else setPosition(position + 1);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, position, ended]);

  return {
    position,
    playing,
    ended,
    show(step: number) {
      setPlaying(false);
      setPosition(step);
    },
    toggle() {
      if (ended) setPosition(0);
      setPlaying(ended || !playing);
    },
  };
}
