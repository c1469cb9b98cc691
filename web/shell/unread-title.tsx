import { useEffect } from 'react';
import { shownCount } from '../api/use-unread.ts';

/**
 * Puts the count of unread messages before the page's title, so that it is seen from another tab.
 * Made again for each address: another page brings another title.
 */
export function UnreadTitle({ count }: { count: number }) {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = count > 0 ? `(${shownCount(count)}) ${title}` : title;
  }, [count]);
  return null;
}
