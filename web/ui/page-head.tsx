import type { ReactNode } from 'react';

interface PageHeadProps {
  /** The page's one h1. */
  title: ReactNode;
  subtitle?: ReactNode;
  /** The page's main acts, beside the title; below it on phones. */
  children?: ReactNode;
}

export function PageHead({ title, subtitle, children }: PageHeadProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-3xl leading-tight">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {children && <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
