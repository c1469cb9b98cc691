import { NETWORK_ERROR } from '../api/api-error.ts';
import { useFormFiles } from '../files/use-form-files.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { alertError } from '../ui/toasts.tsx';
import type { OpenRequestFormProps } from './open-request-form.tsx';
import { NEW_REQUEST } from './request-draft.ts';

interface RequestFormDialogProps extends Omit<OpenRequestFormProps, 'files'> {
  open: boolean;
}

// Loaded on demand, as forms are larger than the lists that open them.
const OpenRequestForm = onDemand(
  async () => (await import('./open-request-form.tsx')).OpenRequestForm,
  {
    afterPaint: true,
    onFailure: ({ onOpenChange }) => {
      alertError(NETWORK_ERROR);
      onOpenChange(false);
    },
  },
);

/**
 * 'Create a New Request', or 'Edit Request' when given a `ticket`.
 *
 * Controlled: the caller holds `open` and changes it in `onOpenChange`. The dialog saves by itself,
 * marks the lists, the request and its history as out of date, asks to be closed, and hands the stored
 * request to `onSaved`. When saving fails it stays open with all that was typed. A new request that was
 * not submitted is kept in this browser as a draft of this person, and so are its files.
 *
 *     <RequestFormDialog ticket={ticket} open={editing} onOpenChange={setEditing} />
 */
export function RequestFormDialog({ open, ...rest }: RequestFormDialogProps) {
  const files = useFormFiles(rest.ticket ? `request.${rest.ticket.id}` : NEW_REQUEST);
  useWarmUp(OpenRequestForm);
  return open && <OpenRequestForm files={files} {...rest} />;
}
