import type { Ticket } from '#domain/ticket.ts';

/**
 * The other side's name, or the e-mail address of someone who has not given one. Source for a side
 * that is not known: specification 8.
 */
export function counterpartName({ counterpart }: Ticket): string {
  if (!counterpart) return 'Failed to fetch developer info';
  const named = counterpart.first_name || counterpart.last_name;
  return named ? counterpart.full_name : (counterpart.email ?? counterpart.full_name);
}

export function counterpartRole({ relation }: Ticket): string {
  return relation === 'customer' ? 'Unblocker' : 'Customer';
}
