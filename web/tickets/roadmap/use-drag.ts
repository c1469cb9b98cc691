import { type PointerEvent, useEffect, useState } from 'react';

/** A dragged row: which it is, where it would drop, and its distance from its place. */
export interface Drag {
  from: number;
  to: number;
  /** Distance from its place, and its height, in pixels. */
  offset: number;
  height: number;
}

interface Start {
  from: number;
  pageY: number;
  /** All rows of the list, before anything moved. */
  rows: { top: number; height: number }[];
}

/** Attributes that `useDrag` looks for. */
export const draggedList = { 'data-dragged-list': '' };
export const draggedRow = { 'data-dragged-row': '' };

/** The primary action sticks to the bottom of phones. */
const EDGE = 112;
const SCROLL_STEP = 14;

/** Drags rows of a list by mouse, pen or finger; Escape cancels. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const [start, setStart] = useState<Start | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = () => {
    setStart(null);
    setDrag(null);
  };

  useEffect(() => {
    if (start === null) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && stop();
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [start]);

  /** For a row's handle. */
  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart({ from, pageY: event.pageY, rows: measure(event.currentTarget) });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start === null) return;
      scrollNearEdge(event.clientY);
      setDrag(dragOf(start, event.pageY - start.pageY));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      // Uses the pointer's last position: the last render may be behind it.
      if (start !== null) onDrop(start.from, dragOf(start, event.pageY - start.pageY).to);
      stop();
    },
    onPointerCancel: stop,
  });

  return { drag, handle };
}

/** How far a row is moved during a drag: the dragged one follows the pointer, others make room. */
export function shiftOf(drag: Drag | null, index: number): number {
  if (drag === null) return 0;
  if (index === drag.from) return drag.offset;
  if (index > drag.from && index <= drag.to) return -drag.height;
  if (index < drag.from && index >= drag.to) return drag.height;
  return 0;
}

/** A row drops where its middle has passed the middle of others. */
export function dragOf({ from, rows }: Pick<Start, 'from' | 'rows'>, offset: number): Drag {
  const own = rows[from] ?? { top: 0, height: 0 };
  const middle = own.top + own.height / 2 + offset;
  const passed = rows.filter(
    ({ top, height }, index) => index !== from && top + height / 2 < middle,
  );
  return { from, to: passed.length, offset, height: own.height };
}

function measure(handle: HTMLElement): Start['rows'] {
  const list = handle.closest('[data-dragged-list]');
  return [...(list?.querySelectorAll('[data-dragged-row]') ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top: top + scrollY, height };
  });
}

/** Scrolls a long plan along. */
function scrollNearEdge(clientY: number) {
  if (clientY < EDGE) scrollBy(0, -SCROLL_STEP);
  else if (clientY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
}
