import { dialogOnDemand } from '../shell/on-demand.tsx';

/** Sets the categories that a developer supports. */
export const FilterTicketsDialog = dialogOnDemand(
  async () => (await import('./filter-tickets-form.tsx')).FilterTicketsForm,
);
