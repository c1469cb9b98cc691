import type { ReactNode } from 'react';

interface NarrowPageProps {
  title: string;
  children: ReactNode;
}

/** The frame of the small pages around signing in. */
export function NarrowPage({ title, children }: NarrowPageProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-16 sm:py-24">
      <h1 className="mb-6 text-3xl">{title}</h1>
      <div className="card flex flex-col gap-4 p-5 sm:p-6">{children}</div>
    </div>
  );
}
