import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { useThread } from './use-thread.ts';

/** The one message that the address names, and the way to an address without it. */
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
 * Loads the part of the thread that holds the message, each time its link is followed. Where there
 * is no such message, the address goes without it.
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
