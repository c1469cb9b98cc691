import type { ReactNode } from 'react';
import { errorText } from '../api/api-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

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

interface OwnListProps<Item> {
  label: string;
  list: { data: readonly Item[] | undefined; error: Error | null; refetch: () => unknown };
  loading: string;
  empty: string;
  children: (item: Item) => ReactNode;
}

/** What a person has, in rows. */
export function OwnList<Item>({ label, list, loading, empty, children }: OwnListProps<Item>) {
  const { data, error, refetch } = list;
  return (
    <>
      {error && (
        <div className="p-4">
          <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div role="status" className="p-4">
          <span className="sr-only">{loading}</span>
          <Skeleton className="h-6 w-3/5" />
        </div>
      )}
      {data?.length === 0 && <p className="p-4 text-sm text-ink-soft">{empty}</p>}
      {/* Rows stay when they cannot be read again: a dialog of theirs may be open. */}
      {data && data.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line px-4">
          {data.map(children)}
        </ul>
      )}
    </>
  );
}
