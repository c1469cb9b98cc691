import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { Answer, Person, World } from './world.ts';

/** A request as a customer would write it. */
export const aRequest = {
  description: 'Login loops after deploy\nIt works on my machine.',
  categories: ['web'],
  ai_tool: 'CLAUDE',
  stack: 'Next.js',
  budget: '$100',
};

/** A milestone as a developer would plan it: two hours at 50 dollars. */
export const aMilestone = {
  title: 'Fix the login',
  description: 'Find and fix the loop',
  hours: 2,
  minutes: 0,
  hourly_rate: 50,
};

/** The body of an answer that must have worked; says what came instead. */
export function ok<Body>({ status, body }: Answer<Body>): Body {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function postRequest(
  customer: Person,
  changes: Partial<typeof aRequest> = {},
): Promise<Ticket> {
  return ok(await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, ...changes }));
}

/** A running quote of a developer for a new request; its id. */
export async function sendQuote(customer: Person, developer: Person): Promise<string> {
  const { id } = ok(
    await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
  );
  const quote = { message: 'I have done this before.', milestones: [aMilestone] };
  return ok(await developer.call<{ id: string }>('POST', `/api/tickets/${id}/quotes`, quote)).id;
}

export async function grab(developer: Person, ticketId: string): Promise<Ticket> {
  return ok(await developer.call<Ticket>('POST', `/api/tickets/${ticketId}/grab`));
}

/** Adds milestones, submits the plan, and has it approved. */
export async function agreeOnPlan(
  people: { customer: Person; developer: Person },
  ticketId: string,
  plan: Partial<typeof aMilestone>[] = [{}],
): Promise<Milestone[]> {
  const milestones: Milestone[] = [];
  for (const changes of plan) {
    const path = `/api/tickets/${ticketId}/milestones`;
    milestones.push(
      ok(await people.developer.call<Milestone>('POST', path, { ...aMilestone, ...changes })),
    );
  }
  ok(await people.developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
  ok(await people.customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
  return milestones;
}

/** Pays a milestone on the sandbox's page, as a customer or a script would. */
export async function pay(world: World, customer: Person, milestoneId: string): Promise<void> {
  const { checkout_url } = ok(
    await customer.call<{ checkout_url: string }>(
      'POST',
      `/api/milestones/${milestoneId}/checkout`,
    ),
  );
  await decideInSandbox(world, checkout_url, 'pay');
}

/** Presses a button of the sandbox's checkout page. */
export async function decideInSandbox(
  world: World,
  checkoutUrl: string,
  decision: 'pay' | 'decline',
) {
  return world.app.inject({
    method: 'POST',
    url: new URL(checkoutUrl).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  });
}

/** Starts a milestone and hands it in. */
export async function deliver(developer: Person, milestoneId: string): Promise<void> {
  ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));
  ok(
    await developer.call('POST', `/api/milestones/${milestoneId}/submit`, {
      message: 'Done, please look',
    }),
  );
}
