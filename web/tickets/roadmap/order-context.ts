import { type CSSProperties, createContext, use } from 'react';
import { type Drag, shiftOf, type useDrag } from './use-drag.ts';

/** Putting the milestones in order; null for those who may not, and where there is nothing to order. */
interface Order {
  count: number;
  move: (from: number, to: number) => void;
  handle: ReturnType<typeof useDrag>['handle'];
  drag: Drag | null;
}

export const OrderContext = createContext<Order | null>(null);

export function useOrder(): Order | null {
  return use(OrderContext);
}

/** How a row lies while one is dragged. */
export function rowStyle(drag: Drag | null, index: number): CSSProperties | undefined {
  if (drag === null) return undefined;
  const lifted = index === drag.from;
  return {
    transform: `translateY(${shiftOf(drag, index)}px)`,
    ...(lifted
      ? { position: 'relative', zIndex: 10, background: 'var(--sunken)' }
      : { transition: 'transform 150ms' }),
  };
}
