import { dialogOnDemand } from '../shell/on-demand.tsx';

/** Invites somebody by mail. */
export const InviteDialog = dialogOnDemand(
  async () => (await import('./invite-form.tsx')).InviteForm,
);
