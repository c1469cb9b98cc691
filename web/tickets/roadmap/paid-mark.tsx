import type { Ticket } from '#domain/ticket.ts';
import { Badge } from '../../ui/badge.tsx';

export function PaidMark({ paid }: { paid: boolean }) {
  return <Badge tone={paid ? 'go' : 'wait'}>{paid ? 'Yes' : 'No'}</Badge>;
}

/** 'Paid?' is for developers. Source: specification 6. */
export function showsPaidColumn({ relation }: Pick<Ticket, 'relation'>): boolean {
  return relation === 'developer' || relation === 'candidate';
}
