import { dialogOnDemand } from '../shell/on-demand.tsx';

/** An act of a moderator that wants a reason. */
export const ReasonDialog = dialogOnDemand(
  async () => (await import('./reason-form.tsx')).ReasonForm,
);
