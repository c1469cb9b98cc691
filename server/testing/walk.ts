import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Pairing } from '#domain/pairing.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { aMilestone, aRequest, grab, ok, pay } from './deeds.ts';
import { upload } from './files.ts';
import type { Person, World } from './world.ts';

/** What the developer says before the plan. */
export const SAID_ON_THE_WAY = 'I can.';

/** Where a request can be on its way, as far as its two sides are treated differently there. */
export const STAGES = [
  'open',
  'reserved',
  'planning',
  'plan in review',
  'plan approved',
  'working',
  'results unpaid',
  'results paid',
  'help',
  'rejected',
  'approved',
] as const;
export type Stage = (typeof STAGES)[number];

export const statusAt: Record<Stage, TicketStatus> = {
  open: 'AWAITING_ASSIGNMENT',
  reserved: 'AWAITING_ASSIGNMENT',
  planning: 'DEVELOPER_PLANNING',
  'plan in review': 'CUSTOMER_REVIEWING_PLAN',
  'plan approved': 'DEVELOPER_WORKING',
  working: 'DEVELOPER_WORKING',
  'results unpaid': 'CUSTOMER_REVIEWING_RESULTS',
  'results paid': 'CUSTOMER_REVIEWING_RESULTS',
  help: 'REQUIRES_MOD_ASSISTANCE',
  rejected: 'CUSTOMER_REJECTED',
  approved: 'CUSTOMER_APPROVED',
};

/** A request on its way; what it does not have yet is null. */
export interface Scene {
  world: World;
  customer: Person;
  developer: Person;
  ticketId: string;
  milestoneId: string | null;
  billingRecordId: string | null;
  /** A text file of the request. */
  fileKey: string;
  /** One message of each side that nobody has reported. */
  messages: { customer: string; developer: string | null };
}

/** Brings a new request of two new people to a stage, through the calls that they would send. */
export async function walkTo(world: World, stage: Stage): Promise<Scene> {
  const customer = await world.person('customer');
  const developer = await world.person('developer', { categories: ['web'] });
  const { fileKey } = await upload(world, customer, { name: 'error.log', content: 'It loops.' });
  const request = { ...aRequest, files: [fileKey] };
  const { id: ticketId } = ok(await customer.call<Ticket>('POST', '/api/tickets', request));
  const messages = { customer: await say(customer, ticketId, 'Can you help?'), developer: null };
  const scene: Scene = {
    world,
    customer,
    developer,
    ticketId,
    messages,
    fileKey,
    milestoneId: null,
    billingRecordId: null,
  };
  for (const part of wayTo(stage)) await steps[part].take(scene);
  return scene;
}

/**
 * A request whose unblocker has written something and given it back. The next one has it, and reads what the
 * first wrote, as its customer shares it.
 */
export async function sharedWithNext(world: World, said: { first: string; next: string }) {
  const { customer, developer: first, ticketId } = await walkTo(world, 'planning');
  const path = `/api/tickets/${ticketId}`;
  await say(first, ticketId, said.first);
  ok(await first.call('POST', `${path}/give-back`, { note: 'No time.' }));
  const next = await world.person('developer', { categories: ['web'] });
  await grab(next, ticketId);
  await say(next, ticketId, said.next);
  const { items } = ok(await customer.call<{ items: Pairing[] }>('GET', `${path}/pairings`));
  const ended = items.find(({ is_present }) => !is_present);
  ok(await customer.call('POST', `${path}/share-earlier`, { pairing_id: ended?.id }));
  return { customer, next, ticketId };
}

/** @returns the id of the new message */
export async function say(author: Person, ticketId: string, text: string): Promise<string> {
  return ok(await author.call<Message>('POST', `/api/tickets/${ticketId}/messages`, { text })).id;
}

interface WayStep {
  after: Stage | null;
  take: (scene: Scene) => Promise<unknown>;
}

const steps: Record<Stage, WayStep> = {
  open: { after: null, take: async () => undefined },
  reserved: {
    after: 'open',
    take: async (scene) => {
      await step(scene, 'developer', 'reserve');
      scene.messages.developer = await say(scene.developer, scene.ticketId, SAID_ON_THE_WAY);
    },
  },
  planning: {
    after: 'reserved',
    take: async (scene) => {
      await step(scene, 'developer', 'grab');
      const plan = `/api/tickets/${scene.ticketId}/milestones`;
      const added = ok(await scene.developer.call<Milestone>('POST', plan, aMilestone));
      scene.milestoneId = added.id;
      scene.billingRecordId = added.billing_record_id;
    },
  },
  'plan in review': {
    after: 'planning',
    take: (scene) => step(scene, 'developer', 'submit-plan'),
  },
  'plan approved': {
    after: 'plan in review',
    take: (scene) => step(scene, 'customer', 'approve-plan'),
  },
  working: {
    after: 'plan approved',
    take: (scene) => milestoneStep(scene, 'developer', 'start'),
  },
  'results unpaid': {
    after: 'working',
    take: (scene) => milestoneStep(scene, 'developer', 'submit', { message: 'It is done.' }),
  },
  'results paid': {
    after: 'results unpaid',
    take: ({ world, customer, milestoneId }) => pay(world, customer, milestoneId ?? ''),
  },
  approved: {
    after: 'results paid',
    take: (scene) => milestoneStep(scene, 'customer', 'accept', {}),
  },
  help: {
    after: 'working',
    take: async ({ developer, customer, ticketId }) => {
      const rude = await say(developer, ticketId, 'Pay me outside of this.');
      ok(await customer.call('POST', `/api/messages/${rude}/report`));
    },
  },
  rejected: {
    after: 'help',
    take: async ({ world, ticketId }) => {
      const moderator = await world.person('moderator');
      const path = `/api/moderation/tickets/${ticketId}/close-for-customer`;
      ok(await moderator.call('POST', path, { reason: 'Nothing was delivered.' }));
    },
  },
};

function wayTo(stage: Stage): Stage[] {
  const { after } = steps[stage];
  return after === null ? [stage] : [...wayTo(after), stage];
}

async function step(scene: Scene, side: 'customer' | 'developer', action: string): Promise<void> {
  ok(await scene[side].call('POST', `/api/tickets/${scene.ticketId}/${action}`));
}

async function milestoneStep(
  scene: Scene,
  side: 'customer' | 'developer',
  action: string,
  body?: object,
): Promise<void> {
  ok(await scene[side].call('POST', `/api/milestones/${scene.milestoneId}/${action}`, body));
}
