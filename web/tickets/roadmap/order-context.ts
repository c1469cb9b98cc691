import { type CSSProperties, createContext, use } from 'react';
import { type Drag, shiftOf, type useDrag } from './use-drag.ts';

/** Reorders the milestones; null without permission, or with nothing to order. */
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

/** The position of a row during a drag. */
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
