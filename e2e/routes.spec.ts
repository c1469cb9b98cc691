import { signInByCall } from './account-people.ts';
import { publicPages, signInPages } from './public-pages.ts';
import { enter, expect, type RealServer, test } from './server.ts';

const ROLES = ['customer', 'developer', 'moderator'] as const;
type Role = (typeof ROLES)[number];
type Visitor = 'signed out' | Role;

/** Where an address leads: the address that stays, and its main heading. */
type Arrival = readonly [address: string, heading: string];
type Row = Record<Visitor, Arrival>;

const start: Row = {
  'signed out': ['/', 'Unblock'],
  customer: ['/dashboard/customer', 'Your Dashboard'],
  developer: ['/dashboard/developer', 'Developer Dashboard'],
  moderator: ['/moderation', 'Moderation'],
};

/** Everybody who may not see it starts where they always do. */
const only = (arrivals: Partial<Row>): Row => ({ ...start, ...arrivals });
const everybody = (arrival: Arrival): Row => ({ ...signedIn(arrival), 'signed out': arrival });
const signedIn = (arrival: Arrival) =>
  only({ customer: arrival, developer: arrival, moderator: arrival });

/** A request on which the demo's customer and developer work, with its first payment. */
interface Work {
  id: string;
  heading: string;
  billingRecordId: string;
}

/** Specification 2.1, row by row; below the line what this product adds. */
function routes({ id, heading, billingRecordId }: Work): Record<string, Row> {
  const help: Arrival = ['/help', 'Help Center'];
  const thread: Arrival = [`/discussions/${id}`, 'Discussions'];
  // The newest request is chosen, whichever it is.
  const threads: Arrival = ['/discussions/*', 'Discussions'];
  const plan = (side: string): Arrival => [`/dashboard/${side}/plan/${id}`, heading];
  const payment = (title: string): Arrival => [`/paidSuccessful/${billingRecordId}`, title];
  return {
    ...Object.fromEntries(
      publicPages.map(({ path, heading }) => [path, everybody([path, heading])]),
    ),
    '/': start,
    ...Object.fromEntries(
      signInPages.map(({ path, heading }) => [path, everybody([path, heading])]),
    ),
    '/auth/callback': start,
    '/dashboard': start,
    '/dashboard/customer': start,
    '/dashboard/customer/profile': only({
      customer: ['/dashboard/customer/profile', 'My Account'],
    }),
    [`/dashboard/customer/plan/${id}`]: only({ customer: plan('customer') }),
    '/dashboard/developer': start,
    '/dashboard/developer/available': only({
      developer: ['/dashboard/developer/available', 'Available Requests'],
    }),
    [`/dashboard/developer/plan/${id}`]: only({ developer: plan('developer') }),
    [`/paidSuccessful/${billingRecordId}`]: only({
      customer: payment('Thank you for your payment!'),
      developer: payment('Payment not found.'),
      moderator: payment('Payment not found.'),
    }),
    '/discussions': only({
      customer: threads,
      developer: threads,
      moderator: ['/discussions', 'Discussions'],
    }),
    [`/discussions/${id}`]: only({
      customer: thread,
      developer: thread,
      moderator: ['/discussions', 'Discussions'],
    }),
    '/help': signedIn(help),
    '/no/such/page': start,

    '/dashboard/developer/profile': only({
      developer: ['/dashboard/developer/profile', 'My Account'],
    }),
    '/dashboard/developer/earnings': only({
      developer: ['/dashboard/developer/earnings', 'Earnings'],
    }),
    '/dashboard/developer/applications': only({
      developer: ['/dashboard/developer/applications', 'Review Applications'],
    }),
    '/moderation/profile': only({ moderator: ['/moderation/profile', 'My Account'] }),
    '/moderation': start,
  };
}

for (const visitor of ['signed out', ...ROLES] as const) {
  test(`every route leads where it should: ${visitor}`, async ({ page, server }) => {
    const table = routes(await demoWork(server));
    if (visitor !== 'signed out') await enter(page, `${visitor}@example.com`);
    for (const [path, row] of Object.entries(table)) {
      const [address, heading] = row[visitor];
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForURL(new RegExp(`^${server.url}${pattern(address)}$`), {
        waitUntil: 'commit',
      });
      // A link to a request opens the sign-in over the page.
      const title = page.getByRole('heading', {
        level: 1,
        includeHidden: visitor === 'signed out',
      });
      await expect(title, path).toHaveText(heading);
    }
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Unblock', exact: true }).click();
    await expect(page).toHaveURL(start[visitor][0]);
  });
}

function pattern(address: string): string {
  return address.replace('*', '[\\w-]+');
}

async function demoWork(server: RealServer): Promise<Work> {
  const token = await signInByCall(server, 'customer@example.com', 'unblock-demo');
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api${path}`, { headers });
    return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
  };
  const tickets = await read('/tickets?view=active&limit=100');
  const id = String(tickets.find(({ status }) => status === 'CUSTOMER_REVIEWING_RESULTS')?.id);
  const paid = (await read(`/tickets/${id}/milestones`)).find((milestone) => milestone.paid);
  const heading = `Request #${id.slice(-6).toUpperCase()} Roadmap`;
  return { id, heading, billingRecordId: String(paid?.billing_record_id) };
}
