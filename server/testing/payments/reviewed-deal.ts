import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { deliver, ok } from '../deeds.ts';
import type { Answer, Person } from '../world.ts';
import { type Deal, fund, type MoneyWorld, makeDeal, onboard } from './money-world.ts';

/** Of the payment below: the price, what the customer paid, and what of it the developer gets. */
export const PRICE = 30_000;
export const CHARGE = 27_500;
export const SHARE = 27_000;

/** A first hour at a high rate is paid, so that moderators look at it; its work is handed in. */
export async function lookedAtDeal(money: MoneyWorld, more: object[] = []): Promise<Deal> {
  const deal = await makeDeal(money, [{ hours: 1, hourly_rate: 300 }, ...more]);
  await onboard(money, deal.developer);
  await fund(money, deal);
  await deliver(deal.developer, deal.milestones[0]?.id ?? '');
  return deal;
}

/** The customer approves the work. */
export function accept({ customer, milestones }: Deal): Promise<Answer<Milestone>> {
  return customer.call('POST', `/api/milestones/${milestones[0]?.id}/accept`, {});
}

/** A moderator says of a payment that it goes on, or back. */
export function look(
  moderator: Person,
  { milestones }: Deal,
  act: 'clear' | 'refuse',
): Promise<Answer<ModeratedRequest>> {
  const path = `/api/moderation/payments/${milestones[0]?.billing_record_id}/${act}`;
  return moderator.call('POST', path, { reason: 'Both sides were heard.' });
}

/** Somebody asks for help, and a moderator acts on the request. */
export async function helpWith(
  moderator: Person,
  { customer, developer, ticketId }: Deal,
  action: string,
  more: object = {},
): Promise<Answer<ModeratedRequest>> {
  const help = () =>
    moderator.call<ModeratedRequest>('POST', `/api/moderation/tickets/${ticketId}/${action}`, {
      reason: 'Both sides were heard.',
      ...more,
    });
  const path = `/api/tickets/${ticketId}`;
  const { status } = ok(await customer.call<{ status: string }>('GET', path));
  if (status === 'REQUIRES_MOD_ASSISTANCE') return help();
  const said = await developer.call<{ id: string }>('POST', `${path}/messages`, { text: 'Hello' });
  ok(await customer.call('POST', `/api/messages/${ok(said).id}/report`));
  return help();
}
