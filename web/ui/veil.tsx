import { type ComponentProps, useLayoutEffect } from 'react';
import { cx } from './cx.ts';

/**
 * The layer between the page and a dialog, which also stops the page from scrolling: Radix's own
 * overlay restyles the whole page twice per dialog for that.
 */
export function Veil({ className, ...rest }: ComponentProps<'div'>) {
  useLayoutEffect(holdPage, []);
  return <div {...rest} className={cx('fixed inset-0 z-40 animate-fade-in bg-veil', className)} />;
}

/** Dialogs can be stacked. */
let veils = 0;

function holdPage() {
  if (veils++ === 0) {
    const { documentElement: page, body } = document;
    // Keeps the content in place where the scroll bar was.
    body.style.paddingRight = `${innerWidth - page.clientWidth}px`;
    page.style.overflow = 'hidden';
  }
  return () => {
    if (--veils > 0) return;
    document.documentElement.style.overflow = '';
    document.body.style.paddingRight = '';
  };
}
