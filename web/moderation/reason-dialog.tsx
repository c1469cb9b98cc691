import { dialogOnDemand } from '../shell/on-demand.tsx';

/** A moderator's act with a reason. */
export const ReasonDialog = dialogOnDemand(
  async () => (await import('./reason-form.tsx')).ReasonForm,
);
