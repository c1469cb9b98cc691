import { acts } from './acts.ts';
import { lifecycle, type Rule } from './lifecycle.ts';
import type { TicketStatus } from './ticket-status.ts';
import { turn } from './turn.ts';
import type { WebhookBody } from './webhook-event.ts';
import { linesOf, type WebhookType } from './webhook-type.ts';

const AT = '2026-03-14T09:26:53.589Z';
const TICKET = '0195e8a2-6f0b-7c3e-9a41-5d2c8b7e4f10';
const MILESTONE = '0195e8a9-11c2-7d4a-b6f3-8e0d2c1b9a77';
const MESSAGE = '0195e8b1-02d4-7e6f-8c55-1a9b3c4d5e6f';

/** A body of a type, as a customer's webhook gets it: made from the row of the lifecycle that causes it. */
export function exampleOf(type: WebhookType): WebhookBody {
  const [line] = linesOf([type]);
  const rule = lifecycle.find(({ event }) => event === line);
  const status = rule ? statusAfter(rule) : 'AWAITING_ASSIGNMENT';
  const { whose, action, milestone_id } = turnAfter(rule, status);
  return {
    type,
    timestamp: AT,
    data: {
      ticket_id: TICKET,
      milestone_id: rule && acts[rule.action].subject === 'milestone' ? MILESTONE : null,
      message_id: type === 'message.posted' ? MESSAGE : null,
      by: actorOf(rule),
      status,
      turn: { whose, action, milestone_id },
    },
  };
}

function statusAfter({ to, ticket }: Rule): TicketStatus {
  if (to?.ticket === 'as_it_ended') return 'CUSTOMER_APPROVED';
  if (to?.ticket && to.ticket !== 'remembered') return to.ticket;
  return ticket.includes('DEVELOPER_WORKING')
    ? 'DEVELOPER_WORKING'
    : (ticket[0] ?? 'CUSTOMER_APPROVED');
}

function actorOf(rule: Rule | undefined): WebhookBody['data']['by'] {
  const [by = 'customer'] = rule?.by ?? [];
  return by === 'candidate' || by === 'stranger' ? 'developer' : by;
}

function turnAfter(rule: Rule | undefined, status: TicketStatus) {
  const asked = { asked_by: 'developer', asked_at: AT } as const;
  return turn({
    status,
    status_since: AT,
    reserved: rule?.developer === 'actor',
    milestones: rule?.milestone ? [milestoneAfter(rule)] : [],
    ending: rule?.ending ?? null,
    cancellation: rule?.proposal === 'made' ? asked : null,
    change: rule?.change === 'proposed' ? asked : null,
    relation: 'customer',
    counterpart: null,
  });
}

function milestoneAfter({ to, milestone }: Rule) {
  return {
    id: MILESTONE,
    title: '',
    status: to?.milestone ?? milestone?.[0] ?? 'PLANNED',
    cost_cents: 10_000,
    billing_status: 'held',
    money_since: null,
    begun: true,
  } as const;
}
