import type { ReactNode } from 'react';

interface PageHeroProps {
  /** The page's h1. */
  title: string;
  /** The large line beside it. */
  line: string;
  children?: ReactNode;
}

/** The head of a public page: its small name and large line. */
export function PageHero({ title, line, children }: PageHeroProps) {
  return (
    <header className="mx-auto w-full max-w-7xl px-4 pt-12 pb-4 sm:px-6 md:pt-20">
      <h1 className="text-base font-semibold tracking-normal text-go-ink">{title}</h1>
      <p className="mt-3 max-w-3xl font-display text-4xl leading-[1.08] font-bold tracking-tight text-balance md:text-5xl">
        {line}
      </p>
      {children && (
        <div className="mt-4 max-w-2xl text-lg leading-relaxed text-ink-soft">{children}</div>
      )}
    </header>
  );
}
