import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { FileRecord } from '#domain/file.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from './api-error.ts';
import { type Address, type Answer, type AnyOptions, call, type Options } from './client.ts';
import { invalidate, invalidateTicket } from './invalidate.ts';
import { step } from './own-steps.ts';
import { keys } from './query-keys.ts';
import { showAnswer } from './show-answer.ts';
import { keyOfAct } from './unsettled.ts';
import type { Read } from './use-pages.ts';

type Plan = Answer<'GET', '/api/tickets/{id}/milestones'>;
type Code = Answer<'GET', '/api/tickets/{id}/snapshots'>;

/** An act without a body is the same each time: after a while, the next press is meant as another one. */
const PRESS_LIVES_MS = 2 * 60_000;

/**
 * Sends an act with an Idempotency-Key that stays the same until it has succeeded or was refused, so that
 * retries, even from a form that was opened or loaded anew, never repeat it.
 */
export function postOnce<At extends Address<'POST'>>(
  address: At,
  options: Options<'POST', At>,
): Promise<Answer<'POST', At>> {
  return callOnce(address, options);
}

/** The same for a call that is only known as one of many: the caller names the result. */
export function callOnce<Result>(address: string, options: AnyOptions): Promise<Result> {
  return sendOnce<Result>(address, options, (send, key) => send(key));
}

async function sendOnce<Result>(
  address: string,
  sent: AnyOptions,
  take: Taker<Result>,
): Promise<Result> {
  const lives = sent.body === undefined ? PRESS_LIVES_MS : undefined;
  const { key, settle } = await keyOfAct([address, sent], lives);
  try {
    const result = await take(
      (idempotencyKey) => call('POST', address, { ...sent, idempotencyKey }),
      key,
    );
    settle();
    return result;
  } catch (cause) {
    if (isRefused(cause)) settle();
    throw cause;
  }
}

/**
 * Whether the act cannot be done as things are: said after the key was looked up, so it was not done before
 * either. Who has to sign in first is told so without a look.
 */
function isRefused(cause: unknown): boolean {
  if (!(cause instanceof ApiError) || cause.code === 'idempotency_in_progress') return false;
  return cause.status === 409 || cause.status === 422;
}

type Taker<Result> = (send: (key: string) => Promise<Result>, key: string) => Promise<Result>;

/** The same for a step; see `step`. */
export function postStep<At extends Address<'POST'>>(
  address: At,
  options: Options<'POST', At>,
): Promise<Answer<'POST', At>> {
  return sendOnce(address, options, step);
}

/** The same for an act, at the path of its row in domain/acts.ts. */
export function postAct<Result>(address: string, options: AnyOptions): Promise<Result> {
  return sendOnce<Result>(address, options, step);
}

/** Deletes by a step; see `step`. */
export function deleteByStep(address: string, options: AnyOptions): Promise<unknown> {
  return step((idempotencyKey) => call('DELETE', address, { ...options, idempotencyKey }));
}

/** Shows a request as a step returned it, and refetches what the answer does not contain. */
export async function keepTicket(queryClient: QueryClient, ticket: Ticket): Promise<void> {
  const { id } = ticket;
  await showAnswer(queryClient, keys.ticket(id), ticket);
  const plan = queryClient.getQueryData<Plan>(keys.milestones(id));
  const files = queryClient.getQueryData<Read<FileRecord>>(keys.files(id));
  // Steps on a request add no milestones, and the answer has its own files. Only whoever takes what was
  // handed over comes to see those of its milestones.
  const noPlan = plan?.items.length === 0;
  const noFiles =
    files?.pages[0]?.items.length === 0 &&
    Object.keys(ticket.files).length === 0 &&
    ticket.handover === null;
  await readRest(queryClient, id, [
    keys.ticket(id),
    ...(noPlan ? [keys.milestones(id)] : []),
    ...(noFiles ? [keys.files(id)] : []),
  ]);
}

/** The same for a step on a milestone, or a new one. */
export async function keepMilestone(queryClient: QueryClient, milestone: Milestone): Promise<void> {
  const { id, ticket_id } = milestone;
  await showPlan(queryClient, ticket_id, (items) =>
    items.some((item) => item.id === id)
      ? items.map((item) => (item.id === id ? milestone : item))
      : [...items, milestone],
  );
  await readRest(queryClient, ticket_id, []);
}

/** The same for a deleted one. */
export async function dropMilestone(
  queryClient: QueryClient,
  { id, ticket_id }: Milestone,
): Promise<void> {
  await showPlan(queryClient, ticket_id, (items) => items.filter((item) => item.id !== id));
  await readRest(queryClient, ticket_id, []);
}

/** The same for a reordered plan. */
export async function keepPlan(queryClient: QueryClient, ticketId: string, plan: Plan) {
  await showAnswer<Plan>(queryClient, keys.milestones(ticketId), plan);
  await readRest(queryClient, ticketId, [keys.ticket(ticketId), keys.milestones(ticketId)]);
}

function showPlan(
  queryClient: QueryClient,
  ticketId: string,
  change: (items: Milestone[]) => Milestone[],
): Promise<void> {
  return showAnswer<Plan>(
    queryClient,
    keys.milestones(ticketId),
    (plan) => plan && { ...plan, items: change(plan.items) },
  );
}

async function readRest(queryClient: QueryClient, id: string, known: QueryKey[]): Promise<void> {
  // A roadmap has none in sight. One of unread discussions keeps the open one; see `messagesRead`.
  void invalidate(queryClient, keys.tickets(), (query) => !isOfUnread(query));
  const predicate = isOfUnread;
  void queryClient.invalidateQueries({ queryKey: keys.tickets(), predicate, refetchType: 'none' });
  // Hidden ones are refetched when they are shown.
  for (const queryKey of [keys.earnings(), keys.unread()])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  // Steps of the sides do not change these, nor do they bring in code.
  const code = queryClient.getQueryData<Code>(keys.code(id));
  const noCode = code?.items.length === 0 ? [keys.code(id)] : [];
  const kept = [...known, ...noCode, keys.decisions(id), keys.reviews(id), keys.attempts(id)];
  const same = kept.map((key) => hashKey(key));
  await invalidate(queryClient, keys.ticket(id), ({ queryHash }) => !same.includes(queryHash));
}

function isOfUnread({ queryKey }: Query): boolean {
  const filter = queryKey.at(-1);
  return typeof filter === 'object' && filter !== null && 'unread' in filter;
}

/** Shows the answer of a step; after a failure, refetches everything. */
export async function shown<Result>(
  queryClient: QueryClient,
  ticketId: string,
  taken: Promise<Result>,
  keep: (result: Result) => Promise<void>,
): Promise<Result> {
  try {
    const result = await taken;
    await keep(result);
    return result;
  } catch (cause) {
    await invalidateTicket(queryClient, ticketId);
    throw cause;
  }
}
