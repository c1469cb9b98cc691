import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { useThread } from './use-thread.ts';

/** The message named by the address, and a function that removes it from the address. */
export function useTarget(): [string | null, () => void] {
  const target = useSearchParams()[0].get('message');
  const { ticketId = '' } = useParams();
  const navigate = useNavigate();
  return [
    target,
    () => {
      if (target !== null) void navigate(paths.discussion(ticketId), { replace: true });
    },
  ];
}

/**
 * Loads the part of the thread with the message, each time its link is followed. If it does not exist,
 * it is removed from the address.
 */
export function useGoTo(
  loaded: ReturnType<typeof useThread>,
  target: string | null,
  leave: () => void,
): void {
  const { key } = useLocation();
  const ready = loaded.thread !== undefined;
  const visit = target === null || !ready ? null : `${target} ${key}`;
  const { goTo } = loaded;
  const onMissing = useRef(leave);
  useEffect(() => {
    onMissing.current = leave;
  });
  useEffect(() => {
    const [id] = visit?.split(' ') ?? [];
    if (!id) return;
    let here = true;
    void goTo(id).then((there) => {
      if (here && !there) onMissing.current();
    });
    return () => {
      here = false;
    };
  }, [visit, goTo]);
}
