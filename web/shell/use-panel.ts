import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { NETWORK_ERROR } from '../api/api-error.ts';
import { sayPlainlyForNow } from '../ui/say-plainly.ts';
import { useOnDemand } from './use-on-demand.ts';

/** A panel of one button, loaded on demand; closes when the address changes. */
export function usePanel<Part>(load: () => Promise<Part>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const location = useLocation();
  const { part, warmUp, fetch } = useOnDemand(load);
  useEffect(() => setOpen(false), [location.key]);

  return {
    /** Once it is there. */
    Panel: part,
    panel: { open, onOpenChange: setOpen, opener: button },
    opener: {
      ref: button,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      onPointerDown: warmUp,
      onFocus: warmUp,
      onClick: async () => {
        const isThere = await fetch();
        setOpen(isThere);
        if (!isThere) sayPlainlyForNow(NETWORK_ERROR);
      },
    },
  } as const;
}
