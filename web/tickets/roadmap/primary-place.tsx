import type { ReactNode } from 'react';

interface PrimaryPlaceProps {
  active: boolean;
  /** What the act is about, where it is seen away from it. */
  about?: string;
  children: ReactNode;
}

/** Holds a button; the primary one is taken out of its place on phones and sticks where the thumb is. */
export function PrimaryPlace({ active, about, children }: PrimaryPlaceProps) {
  if (!active) return children;
  return (
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:bg-surface max-md:px-4 max-md:pt-2 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&>button]:w-full md:contents">
      {about && (
        <p dir="auto" className="mb-1.5 truncate text-2xs text-ink-soft md:hidden">
          {about}
        </p>
      )}
      {children}
    </div>
  );
}
