import { type ComponentProps, useLayoutEffect } from 'react';
import { cx } from './cx.ts';

/**
 * What lies between the page and the dialog before it. The page behind stays where it is: Radix's own
 * overlay does that with a rule of style that has the browser style the whole page anew, twice for
 * each dialog.
 */
export function Veil({ className, ...rest }: ComponentProps<'div'>) {
  useLayoutEffect(holdPage, []);
  return <div {...rest} className={cx('fixed inset-0 z-40 animate-fade-in bg-veil', className)} />;
}

/** One dialog may lie before another. */
let veils = 0;

function holdPage() {
  if (veils++ === 0) {
    const { documentElement: page, body } = document;
    // Where the scroll bar was, the words must not move to.
    body.style.paddingRight = `${innerWidth - page.clientWidth}px`;
    page.style.overflow = 'hidden';
  }
  return () => {
    if (--veils > 0) return;
    document.documentElement.style.overflow = '';
    document.body.style.paddingRight = '';
  };
}
