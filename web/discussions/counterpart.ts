import type { Ticket } from '#domain/ticket.ts';

/** Source: specification 8, "Collaborator fetch failure". */
export const NAME_MISSING = 'Failed to fetch developer info';

/** The other side's name, or the e-mail address of someone who has not given one. */
export function counterpartName({ counterpart, developer_id }: Ticket): string {
  if (!counterpart) return developer_id === null ? '' : NAME_MISSING;
  const named = counterpart.first_name || counterpart.last_name;
  return named ? counterpart.full_name : (counterpart.email ?? counterpart.full_name);
}

export function counterpartRole({ relation }: Ticket): string {
  return relation === 'customer' ? 'Unblocker' : 'Customer';
}
