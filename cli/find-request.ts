import type { Ticket } from '../domain/ticket.ts';
import { isFinal } from '../domain/ticket-status.ts';
import { shortId } from '../domain/ticket-words.ts';
import type { Api } from './api.ts';
import { Failure } from './failure.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that the server has named, before it becomes a part of an address. @throws Failure */
export function asId(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value;
  throw new Failure('unreachable', 'The server did not answer as Unblock does.');
}

type Role = 'customer' | 'developer' | 'moderator';

/** Whose account it is. */
async function roleOf(api: Api): Promise<Role> {
  return (await api.get<{ user_type: Role }>('/me')).user_type;
}

/** My requests: posted, or taken as an unblocker; those that run, or all. */
export async function myRequests(api: Api, withFinished = false): Promise<Ticket[]> {
  const isDeveloper = (await roleOf(api)) === 'developer';
  const running = isDeveloper ? 'assigned' : 'active';
  const views = withFinished && !isDeveloper ? [running, 'history'] : [running];
  const all: Ticket[] = [];
  for (const view of views) all.push(...(await listed(api, view)));
  // An unblocker's are one list.
  return withFinished ? all : all.filter(({ status }) => !isFinal(status));
}

async function listed(api: Api, view: string): Promise<Ticket[]> {
  const all: Ticket[] = [];
  let cursor: string | null = '';
  // More than anybody looks through; a server that never ends a list ends here.
  for (let page = 0; cursor !== null && page < 20; page++) {
    const query: string = new URLSearchParams({
      view,
      limit: '100',
      ...(cursor && { cursor }),
    }).toString();
    const answer: { items: Ticket[]; next_cursor: string | null } = await api.get(
      `/tickets?${query}`,
    );
    all.push(...answer.items);
    cursor = answer.next_cursor;
  }
  return all;
}

/**
 * The request that is meant: by its id, by the six signs of its title such as ABC123, or the only one
 * that runs.
 * @throws Failure `notFound`, `usage` where it might be another
 */
export async function requestMeant(api: Api, given: string | undefined): Promise<Ticket> {
  if (given !== undefined && UUID.test(given)) return api.get<Ticket>(`/tickets/${given}`);
  const all = await myRequests(api, given !== undefined);
  const wanted = given?.replace(/^#/, '').toUpperCase();
  const found = wanted === undefined ? all : all.filter(({ id }) => shortId(id) === wanted);
  const [one, ...others] = found;
  if (one && others.length === 0) return one;
  if (one) {
    throw new Failure('usage', 'Say which request you mean:', {
      details: found.slice(0, 20).map(({ id, title }) => `${shortId(id)}  ${title}`),
    });
  }
  const words =
    given === undefined
      ? 'You have no request that runs.'
      : `There is no request ${given} of yours.`;
  throw new Failure('notFound', `${words} See: unblock status`);
}
