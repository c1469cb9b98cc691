import { NETWORK_ERROR } from '../api/api-error.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { alertError } from '../ui/toasts.tsx';

/** 'Related Files', loaded when it is opened: many screens offer it, and few people open it. */
export const RelatedFiles = onDemand(
  async () => (await import('./related-files-dialog.tsx')).RelatedFilesDialog,
  {
    afterPaint: true,
    onFailure: ({ onOpenChange }) => {
      alertError(NETWORK_ERROR);
      onOpenChange(false);
    },
  },
);
