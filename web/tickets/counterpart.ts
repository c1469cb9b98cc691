import type { Ticket } from '#domain/ticket.ts';

/** Source: specification 8, "Collaborator fetch failure". */
export const NAME_MISSING = 'Failed to fetch developer info';

/** The other side's name; 'Customer' or 'Developer' without one. */
export function counterpartName({ counterpart, developer_id }: Ticket): string {
  if (counterpart) return counterpart.full_name;
  return developer_id === null ? 'No unblocker yet' : NAME_MISSING;
}

export function counterpartRole({ relation }: Ticket): string {
  return relation === 'customer' ? 'Unblocker' : 'Customer';
}
