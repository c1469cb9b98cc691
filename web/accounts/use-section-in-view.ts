import { useEffect, useState } from 'react';

/** The first of these sections that is in the upper half of the window. `ids` has spaces between them. */
export function useSectionInView(ids: string): string | null {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const watch = new IntersectionObserver(
      (changes) =>
        setShown((before) => {
          const next = new Set(before);
          for (const { target, isIntersecting } of changes) {
            if (isIntersecting) next.add(target.id);
            else next.delete(target.id);
          }
          return next;
        }),
      { rootMargin: '-72px 0px -50% 0px' },
    );
    // Some come when what they show has been read.
    const find = () => {
      for (const id of ids.split(' ')) {
        const section = document.getElementById(id);
        if (section) watch.observe(section);
      }
    };
    find();
    const later = setTimeout(find, 2000);
    return () => {
      clearTimeout(later);
      watch.disconnect();
    };
  }, [ids]);
  return ids.split(' ').find((id) => shown.has(id)) ?? null;
}
