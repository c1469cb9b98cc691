import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { openDialogs } from '../ui/open-dialogs.ts';

/** The browser's Back closes an open dialog in place of leaving its page. */
export function useBackClosesDialog(): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && openDialogs.any());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    openDialogs.closeTop();
    blocker.reset();
  }, [blocker]);
}
