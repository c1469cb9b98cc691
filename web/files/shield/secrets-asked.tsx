import { NETWORK_ERROR } from '../../api/api-error.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { alertError } from '../../ui/toasts.tsx';

/** The dialog about keys in what is to be shared, loaded when there are some. */
export const SecretsAsked = onDemand(
  async () => (await import('./secret-dialog.tsx')).SecretDialog,
  {
    onFailure: ({ onChoice }) => {
      alertError(NETWORK_ERROR);
      onChoice('back');
    },
  },
);
