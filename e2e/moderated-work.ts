import { signInByCall } from './account-people.ts';
import { expect, type RealServer } from './server.ts';

const DEMO_PASSWORD = 'unblock-demo';

/** By server and address: signing in takes longer than most calls, and is limited. */
const tokens = new Map<string, Promise<string>>();

/** Somebody who calls the API as their screens would. */
export async function caller(server: RealServer, email: string, password = DEMO_PASSWORD) {
  const key = `${server.url} ${email}`;
  const signIn = () => {
    const token = signInByCall(server, email, password);
    tokens.set(key, token);
    return token;
  };
  const post = async (path: string, body: object, token: Promise<string>) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token}` },
      body: JSON.stringify(body),
    });
  return async (path: string, body: object = {}): Promise<Record<string, string>> => {
    const first = await post(path, body, tokens.get(key) ?? signIn());
    // Another journey may have ended the session, as by a suspension.
    const answer = first.status === 401 ? await post(path, body, signIn()) : first;
    expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
}
export type Caller = Awaited<ReturnType<typeof caller>>;

interface Sides {
  customer: Caller;
  developer: Caller;
}

/** A request that waits to be grabbed; answers with its id. */
export async function posted(
  customer: Caller,
  description: string,
  files: string[] = [],
): Promise<string> {
  const { id = '' } = await customer('/api/tickets', {
    description,
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
    files,
  });
  return id;
}

/** The same, which a developer has grabbed. */
export async function grabbed(
  { customer, developer }: Sides,
  description: string,
  files: string[] = [],
): Promise<string> {
  const id = await posted(customer, description, files);
  await developer(`/api/tickets/${id}/grab`);
  return id;
}

/** Stores a file of theirs; answers with its key. */
export async function uploaded(
  server: RealServer,
  email: string,
  { name, buffer }: { name: string; buffer: Buffer },
): Promise<string> {
  const token = await signInByCall(server, email, DEMO_PASSWORD);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(buffer)]), name);
  const answer = await fetch(`${server.url}/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { fileKey } = (await answer.json()) as { fileKey: string };
  return fileKey;
}

/** A request whose only milestone, of $100, is approved in plan and started. */
export async function started(
  sides: Sides,
  title: string,
  description = title,
): Promise<[string, string]> {
  const { customer, developer } = sides;
  const id = await grabbed(sides, description);
  const { id: milestone = '' } = await developer(`/api/tickets/${id}/milestones`, {
    title: `Mend ${title}`,
    description: 'Until it works',
    hours: 2,
    hourly_rate: 50,
  });
  await developer(`/api/tickets/${id}/submit-plan`);
  await customer(`/api/tickets/${id}/approve-plan`);
  await developer(`/api/milestones/${milestone}/start`);
  return [id, milestone];
}

/** The same, delivered and paid: it waits for the customer's review. */
export async function delivered(sides: Sides, title: string): Promise<string> {
  return (await deliveredAndPaid(sides, title)).id;
}

interface PaidWork {
  id: string;
  milestone: string;
  /** The name of the payment at the sandbox. */
  payment: string;
}

export async function deliveredAndPaid(sides: Sides, title: string): Promise<PaidWork> {
  const [id, milestone] = await started(sides, title);
  await sides.developer(`/api/milestones/${milestone}/submit`, { message: 'It works now.' });
  return { id, milestone, payment: await paid(sides.customer, milestone) };
}

/** Pays a milestone at the sandbox; answers with the name of the payment there. */
export async function paid(customer: Caller, milestone: string): Promise<string> {
  const { checkout_url = '' } = await customer(`/api/milestones/${milestone}/checkout`);
  const answer = await fetch(checkout_url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=pay',
  });
  expect(answer.ok).toBe(true);
  return new URL(checkout_url).pathname.split('/').at(-1) ?? '';
}
