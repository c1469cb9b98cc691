import { dialogOnDemand } from '../shell/on-demand.tsx';

/** What an applicant added to their entry, with its reviews. */
export const ApplicationDialog = dialogOnDemand(
  async () => (await import('./application-panel.tsx')).ApplicationPanel,
);
