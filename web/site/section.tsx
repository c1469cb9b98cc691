import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

interface SectionProps {
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A band of a public page, under a heading of the second level. */
export function Section({ title, className, children }: SectionProps) {
  return (
    <section className={cx('mx-auto w-full max-w-7xl px-4 py-10 sm:px-6 md:py-14', className)}>
      {title && <h2 className="mb-6 text-2xl md:text-3xl">{title}</h2>}
      {children}
    </section>
  );
}
