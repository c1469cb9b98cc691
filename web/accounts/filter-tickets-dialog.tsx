import { dialogOnDemand } from '../shell/on-demand.tsx';

export const FilterTicketsDialog = dialogOnDemand(
  async () => (await import('./filter-tickets-form.tsx')).FilterTicketsForm,
);
