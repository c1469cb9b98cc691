import type { Message } from '#domain/message.ts';
import { ApiError, errorText, isPassing } from '../api/api-error.ts';
import { backoff } from '../api/backoff.ts';
import { api } from '../api/client.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

/** Otherwise a dead connection would keep a message on its way for ever. */
const PATIENCE_MS = 30_000;

/** The author whose messages this page sends; others' wait until they sign in again. */
export interface Sender {
  author_id: string;
  isHere: () => boolean;
  keep: (stored: Message) => void;
}

/** The threads that are being sent, each for the newest sender: one who left may be back before it has ended. */
const running = new Map<string, Sender>();
const waiting = new Set<() => void>();

/** Sends all unsent messages of a person, each thread separately and in order. */
export function sendUnsent(sender: Sender): void {
  const open = unsentMessages.by(sender.author_id).filter(goesOut);
  for (const ticketId of new Set(open.map(({ ticket_id }) => ticket_id))) {
    void sendThread(sender, ticketId);
  }
  tryNow();
}

/**
 * Sends another tab's messages once that tab does not, as it may be closed. New and retried ones do not
 * wait.
 */
export function sendForOtherTab(sender: Sender, message: UnsentMessage): void {
  if (message.author_id !== sender.author_id || !goesOut(message)) return;
  void sendThread(sender, message.ticket_id);
  if (message.problem === null) tryNow();
}

/** Ends all waits for the connection. */
function tryNow(): void {
  for (const wake of [...waiting]) wake();
}

async function sendThread(sender: Sender, ticketId: string): Promise<void> {
  const key = `${sender.author_id} ${ticketId}`;
  const isRunning = running.has(key);
  running.set(key, sender);
  if (isRunning) return;
  const thread = { author_id: sender.author_id, ticket_id: ticketId };
  await inOneTab(`unsent ${key}`, () => sendInOrder(key, thread));
}

/**
 * One tab of this browser sends a thread; the next takes over when it is closed or crashes. Without the
 * Locks API every tab sends: duplicates are stored once.
 */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(name, work) : work());
}

/** One after the other: messages never overtake each other. */
async function sendInOrder(
  key: string,
  thread: Pick<UnsentMessage, 'author_id' | 'ticket_id'>,
): Promise<void> {
  let failures = 0;
  try {
    for (;;) {
      const next = unsentMessages.of(thread).find(goesOut);
      const sender = running.get(key);
      if (!next || !sender?.isHere()) return;
      const failure = await send(sender, next);
      failures = failure ? failures + 1 : 0;
      if (!failure) continue;
      const { retryAfter } = failure;
      await pause(retryAfter === undefined ? backoff(failures) : retryAfter * 1000);
    }
  } finally {
    // At once: a message written while the lock is released starts a new run.
    running.delete(key);
  }
}

/** @returns the error after which it has to be tried again */
async function send(sender: Sender, unsent: UnsentMessage): Promise<ApiError | null> {
  try {
    sender.keep(await post(unsent));
    unsentMessages.drop(unsent);
    return null;
  } catch (cause) {
    const lost = isPassing(cause);
    // It may have been withdrawn meanwhile, or have arrived all the same.
    if (unsentMessages.has(unsent)) {
      const found = cause instanceof ApiError && cause.items.length > 0 && { found: cause.items };
      const orphaned = cause instanceof ApiError && cause.code === 'developer_changed';
      unsentMessages.put({ ...unsent, problem: errorText(cause), lost, orphaned, ...found });
    }
    return lost ? cause : null;
  }
}

function post({
  ticket_id,
  client_id,
  to,
  text,
  files,
  answers,
  needs_answer,
  code = [],
  secrets,
}: UnsentMessage): Promise<Message> {
  const attachments = files.map(({ fileKey }) => fileKey);
  return api.post('/api/tickets/{id}/messages', {
    path: { id: ticket_id },
    body: {
      text,
      client_id,
      ...(to && { to }),
      ...(attachments.length > 0 && { attachments }),
      ...(answers && { reply_to: answers.id }),
      ...(needs_answer && { needs_answer }),
      ...(code.length > 0 && { code: [...code] }),
      ...(secrets && { secrets }),
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** Sending, or failed temporarily; a refused message waits for its author. */
function goesOut({ problem, lost }: UnsentMessage): boolean {
  return problem === null || lost;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    waiting.add(wake);
  });
}
