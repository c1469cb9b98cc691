import { dialogOnDemand } from '../shell/on-demand.tsx';

/** One's own name and picture. */
export const EditProfileDialog = dialogOnDemand(
  async () => (await import('./edit-profile-form.tsx')).EditProfileForm,
);
