import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { applyLive } from './live-events.ts';
import { step } from './own-steps.ts';
import { keys } from './query-keys.ts';
import { keepMilestone, keepTicket, postAct } from './steps.ts';

let queryClient: QueryClient;
/** What was read, by the last part of its key. */
let read: string[];
/** Until then the server answers nothing. */
let answering: Promise<void>;

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  read = [];
  answering = Promise.resolve();
});

/** A screen that shows what is stored under a key. */
function show(queryKey: QueryKey, data: object): void {
  queryClient.setQueryData(queryKey, data);
  const queryFn = async () => {
    read.push(String(queryKey.at(-1)));
    await answering;
    return data;
  };
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
}

function showAll({ milestones, files }: { milestones: object[]; files: object[] }): void {
  show(keys.ticket('7'), ticket);
  show(keys.milestones('7'), {
    items: milestones,
    next_cursor: null,
    total_cents: 0,
    asked_for: null,
  });
  show(keys.files('7'), { pages: [{ items: files }], pageParams: [''] });
  show(keys.history('7'), {});
  show(keys.decisions('7'), {});
  show(keys.reviews('7'), {});
}

const ticket = { id: '7', files: {}, status: 'AWAITING_ASSIGNMENT', handover: null } as Ticket;
const after: Ticket = { ...ticket, status: 'DEVELOPER_PLANNING' };
const handover = { accepted_milestones: 1 } as NonNullable<Ticket['handover']>;
const milestone = { id: 'm', ticket_id: '7', title: 'Mend it' } as Milestone;

test('what a step answers is shown without reading it again', async () => {
  showAll({ milestones: [], files: [] });
  await keepTicket(queryClient, after);
  expect(queryClient.getQueryData(keys.ticket('7'))).toEqual(after);
  expect(read).toEqual(['history']);
});

test('a list in sight, as beside a discussion, says what a step has changed', async () => {
  showAll({ milestones: [], files: [] });
  show(keys.ticketList('discussions'), {});
  await keepTicket(queryClient, after);
  expect(read.sort()).toEqual(['discussions', 'history']);
});

test('a list of unread discussions keeps the open one, which was read, after a step too', async () => {
  show([...keys.ticketList('discussions'), { unread: 'true' }], {});
  await keepTicket(queryClient, after);
  expect(read).toEqual([]);
});

test('the first answer of a list that was asked before a step does not stay', async () => {
  const queryKey = keys.ticketList('discussions');
  const answers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  await keepTicket(queryClient, after);
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
});

test('what the answer does not say is read again: who may do what with milestones and files', async () => {
  showAll({ milestones: [milestone], files: [{}] });
  await keepTicket(queryClient, after);
  expect(read.sort()).toEqual(['files', 'history', 'milestones']);
});

test('new files of the request are read although there were none', async () => {
  showAll({ milestones: [], files: [] });
  await keepTicket(queryClient, { ...after, files: { a: 'notes.txt' } });
  expect(read.sort()).toEqual(['files', 'history']);
});

test('the files of milestones are read once a handed-over request is grabbed', async () => {
  showAll({ milestones: [milestone], files: [] });
  await keepTicket(queryClient, { ...after, handover });
  expect(read).toContain('files');
});

test.each([
  ['that it had', { ...milestone, title: 'Rewrite it' }, ['Rewrite it']],
  ['that is new', { ...milestone, id: 'n', title: 'Test it' }, ['Mend it', 'Test it']],
])('a milestone of a plan %s is shown before anything else is read', async (_, answer, titles) => {
  showAll({ milestones: [milestone], files: [] });
  let answered = () => undefined as unknown;
  answering = new Promise((resolve) => (answered = () => resolve()));
  const kept = keepMilestone(queryClient, answer);
  const shown = () => queryClient.getQueryData<{ items: Milestone[] }>(keys.milestones('7'));
  await vi.waitFor(() => expect(shown()?.items.map(({ title }) => title)).toEqual(titles));
  answered();
  await kept;
  expect(read.sort()).toEqual(['7', 'files', 'history', 'milestones']);
});

test('an older answer that is on its way does not undo what a step has answered', async () => {
  let answer = (_: Ticket) => undefined as unknown;
  const queryFn = () => new Promise<Ticket>((resolve) => (answer = resolve));
  const reading = queryClient.fetchQuery({ queryKey: keys.ticket('7'), queryFn });
  await keepTicket(queryClient, after);
  answer(ticket);
  await reading.catch(() => undefined);
  expect(queryClient.getQueryData(keys.ticket('7'))).toEqual(after);
});

test('the live stream says nothing new of a step of this page, and of one that failed it does', async () => {
  showAll({ milestones: [], files: [] });
  let sent = '';
  await step(async (key) => {
    sent = key;
    applyLive(queryClient, 'ticket', { ticket_id: '7', cause: key });
  });
  applyLive(queryClient, 'ticket', { ticket_id: '7', cause: sent });
  await Promise.resolve();
  expect(read).toEqual([]);

  const lost = step(async (key) => {
    sent = key;
    throw new Error('The answer was lost');
  });
  await expect(lost).rejects.toThrow('lost');
  applyLive(queryClient, 'ticket', { ticket_id: '7', cause: sent });
  await Promise.resolve();
  expect(read).toContain('7');
});

test('the step of another is read, all of the request and its lists', async () => {
  showAll({ milestones: [], files: [] });
  show(keys.ticketList('active'), {});
  applyLive(queryClient, 'ticket', { ticket_id: '7' });
  await Promise.resolve();
  expect(read.sort()).toEqual(
    ['7', 'active', 'decisions', 'files', 'history', 'milestones', 'reviews'].sort(),
  );
});

test('an open request that is looked at follows the list of open requests', async () => {
  show(keys.ticket('7'), { ...ticket, relation: 'candidate' });
  show(keys.ticket('8'), { ...ticket, id: '8', relation: 'developer' });
  applyLive(queryClient, 'ticket', {});
  await Promise.resolve();
  expect(read).toEqual(['7']);
});

describe('an act whose outcome is unknown', () => {
  const START = '/api/milestones/{id}/start';
  const REFUND = '/api/milestones/{id}/refund';
  const path = { path: { id: 'm' } };
  let sent: string[];
  let answers: (() => Response)[];

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
      sent.push(new Headers(headers).get('idempotency-key') ?? '');
      const answer = answers.shift();
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    });
  });

  const done = () => Response.json({});
  const refused = (status: number, code: string) => () =>
    Response.json({ status, code, title: 'No', detail: 'No' }, { status });

  async function press(...[address, options]: Parameters<typeof postAct>): Promise<void> {
    await postAct(address, options).catch(() => undefined);
  }

  test.each([
    ['at once, it is the same', START, path, 0, true],
    ['minutes later, it is another one', START, path, 3, false],
    [
      'minutes later with the same input, it is the same',
      REFUND,
      { ...path, body: { cents: 1 } },
      9,
      true,
    ],
    [
      'long after with the same input, it is another one',
      REFUND,
      { ...path, body: { cents: 1 } },
      11,
      false,
    ],
  ])('is sent again: %s', async (_, address, options, minutes, isSame) => {
    answers = [];
    await press(address, options);
    vi.advanceTimersByTime(minutes * 60_000);
    answers = [done];
    await press(address, options);
    expect(new Set(sent).size).toBe(isSame ? 1 : 2);
    // What succeeded is over.
    answers = [done];
    await press(address, options);
    expect(sent.at(-1)).not.toBe(sent.at(-2));
  });

  test.each([
    ['the same', REFUND, { ...path, body: { cents: 1, reason: 'It is late' } }, 9, true],
    ['another one', REFUND, { ...path, body: { cents: 1, reason: 'It is late' } }, 11, false],
    ['another one without words', START, path, 3, false],
  ])(
    'is sent again from a page that is loaded anew: %s',
    async (_, address, options, minutes, isSame) => {
      const stored = new Map<string, string>();
      const storage = {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => {
          stored.set(name, value);
          storage[name] = value;
        },
        removeItem: (name: string) => {
          stored.delete(name);
          delete storage[name];
        },
      } as Record<string, unknown>;
      vi.stubGlobal('localStorage', storage);
      answers = [];
      await press(address, options);
      expect(JSON.stringify([...stored])).not.toContain('late');
      vi.resetModules();
      vi.advanceTimersByTime(minutes * 60_000);
      const { postAct: anew } = await import('./steps.ts');
      answers = [done];
      await anew(address, options);
      expect(new Set(sent).size).toBe(isSame ? 1 : 2);
      expect([...stored.keys()]).toEqual([]);
    },
  );

  test.each([
    [409, 'money_changed', false],
    [409, 'idempotency_in_progress', true],
    [401, 'session_ended', true],
    [503, 'provider_unavailable', true],
  ])('is over once it is refused with %i %s: %s', async (status, code, isSame) => {
    answers = [refused(status, code)];
    await press(START, path);
    answers = [done];
    await press(START, path);
    expect(new Set(sent).size).toBe(isSame ? 1 : 2);
  });
});
