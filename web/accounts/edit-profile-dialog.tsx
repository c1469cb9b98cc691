import { dialogOnDemand } from '../shell/on-demand.tsx';

export const EditProfileDialog = dialogOnDemand(
  async () => (await import('./edit-profile-form.tsx')).EditProfileForm,
);
