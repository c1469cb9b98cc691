import { errorText } from '../../api/api-error.ts';
import type { Pages } from '../../api/use-pages.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';

interface NewestUnreadProps {
  list: Pick<Pages<unknown>, 'error' | 'isFetching' | 'refetch'>;
  lines: number;
  className?: string;
}

/**
 * In place of what the last plan changed, where only earlier ones were read. Nothing need have failed
 * then: offline, what was read before is the answer.
 */
export function NewestUnread({ list, lines, className = '' }: NewestUnreadProps) {
  const { error, isFetching, refetch } = list;
  if (isFetching && !error) return <SkeletonText lines={lines} />;
  const text = error ? errorText(error) : 'What this plan changed could not be read.';
  return <ErrorBox text={text} onRetry={refetch} className={className} />;
}
