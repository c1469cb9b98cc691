import type { ReactNode } from 'react';

interface AccountSectionProps {
  /** The target of the links beside the profile. */
  id: string;
  title: string;
  intro?: ReactNode;
  /** Beside the title, such as that it was saved. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of My Account. */
export function AccountSection({ id, title, intro, aside, children }: AccountSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <div className="mb-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          {aside}
        </div>
        {intro && <p className="mt-1 max-w-prose text-sm text-ink-soft">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

/** A list with its act below; words in place of an empty list stand beside it. */
export const listThenAct =
  'card divide-line not-has-[>p:first-child]:divide-y has-[>p:first-child]:flex has-[>p:first-child]:flex-wrap has-[>p:first-child]:items-center has-[>p:first-child]:justify-between has-[>p:first-child]:[&>div]:max-sm:pt-0';
