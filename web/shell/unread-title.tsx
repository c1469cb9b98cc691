import { useEffect } from 'react';
import { shownCount } from '../api/use-unread.ts';

/**
 * Puts the number of unread messages before the page's title, to be seen from other tabs. Again for
 * each address, as each page sets a title.
 */
export function UnreadTitle({ count }: { count: number }) {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = count > 0 ? `(${shownCount(count)}) ${title}` : title;
  }, [count]);
  return null;
}
