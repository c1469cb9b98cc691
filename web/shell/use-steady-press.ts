import { useEffect } from 'react';

/**
 * Lets a press count where the page moves what was pressed away before the pointer comes up, as news and
 * late code do: the browser then gives the click to what lies around both places, which does nothing.
 */
export function useSteadyPress(): void {
  useEffect(() => {
    let pressed: { control: HTMLElement; place: DOMRect } | null = null;
    const note = ({ target, isPrimary, button }: PointerEvent) => {
      const control = target instanceof Element && target.closest<HTMLElement>('a, button, label');
      const counts = control && isPrimary && button === 0;
      pressed = counts ? { control, place: control.getBoundingClientRect() } : null;
    };
    const mend = (event: MouseEvent) => {
      // By keyboard or by a program.
      if (event.detail === 0 || !event.isTrusted) return;
      const press = pressed;
      pressed = null;
      if (!press || isOn(event, press.control) || hasKeys(event)) return;
      if (!isIn(event, press.place) || !hasMoved(press)) return;
      event.preventDefault();
      event.stopPropagation();
      press.control.click();
    };
    addEventListener('pointerdown', note, true);
    addEventListener('click', mend, true);
    return () => {
      removeEventListener('pointerdown', note, true);
      removeEventListener('click', mend, true);
    };
  }, []);
}

function isOn({ target }: Event, control: HTMLElement): boolean {
  return target instanceof Node && control.contains(target);
}

/** Such as for a new tab, which a click by a program does not open. */
function hasKeys({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

/** Whoever takes the pointer away does not want it. */
function isIn({ clientX, clientY }: MouseEvent, { left, right, top, bottom }: DOMRect): boolean {
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

/** What stays in its place and is covered is not meant; nor is what is gone. */
function hasMoved({ control, place }: { control: HTMLElement; place: DOMRect }): boolean {
  const { left, top } = control.getBoundingClientRect();
  return control.isConnected && (left !== place.left || top !== place.top);
}
