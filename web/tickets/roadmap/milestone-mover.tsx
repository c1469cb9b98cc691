import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Milestone } from '#domain/milestone.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { titleId } from './milestone-title.tsx';
import { useOrder } from './order-context.ts';

/** Drags a milestone; two buttons do the same without dragging. */
export function DragHandle({ index }: { index: number }) {
  const order = useOrder();
  if (!order) return null;
  return (
    <span
      aria-hidden
      title="Drag to move"
      {...order.handle(index)}
      className="-ml-2 flex min-h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center self-start text-ink-soft select-none hover:text-ink active:cursor-grabbing md:min-h-6"
    >
      <GripVertical size={16} />
    </span>
  );
}

interface MoveButtonsProps {
  milestone: Milestone;
  index: number;
}

export function MoveButtons({ milestone, index }: MoveButtonsProps) {
  const order = useOrder();
  if (!order) return null;
  const step = (to: number) => ({
    'aria-describedby': titleId(milestone),
    'aria-disabled': to < 0 || to >= order.count,
    className: 'aria-disabled:opacity-40 md:size-8',
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      const button = event.currentTarget;
      // Moving the row in the page loses the focus.
      flushSync(() => order.move(index, to));
      button.focus();
    },
  });
  return (
    <span className="inline-flex">
      <IconButton label="Move up" {...step(index - 1)}>
        <ChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton label="Move down" {...step(index + 1)}>
        <ChevronDown size={18} aria-hidden />
      </IconButton>
    </span>
  );
}
