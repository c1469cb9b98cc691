import type { Message } from '#domain/message.ts';
import { ApiError, errorText, isPassing } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

/** A line that is dead without saying so must not keep a message on its way for ever. */
const PATIENCE_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;

/** Whose messages this page sends; another person's wait until that person is here again. */
export interface Sender {
  author_id: string;
  isHere: () => boolean;
  keep: (stored: Message) => void;
}

const running = new Set<string>();
const waiting = new Set<() => void>();

/** Sends all that a person has not sent, each thread by itself and in the order of writing. */
export function sendUnsent(sender: Sender): void {
  const open = unsentMessages.by(sender.author_id).filter(goesOut);
  for (const ticketId of new Set(open.map(({ ticket_id }) => ticket_id))) {
    void sendThread(sender, ticketId);
  }
  tryNow();
}

/**
 * Sends what another tab has written, as soon as that tab does not: it may be gone before it is done.
 * What is new there, or was asked for once more, does not wait here either.
 */
export function sendForOtherTab(sender: Sender, message: UnsentMessage): void {
  if (message.author_id !== sender.author_id || !goesOut(message)) return;
  void sendThread(sender, message.ticket_id);
  if (message.problem === null) tryNow();
}

/** Those that wait for the connection do not wait any longer. */
function tryNow(): void {
  for (const wake of [...waiting]) wake();
}

async function sendThread(sender: Sender, ticketId: string): Promise<void> {
  const key = `${sender.author_id} ${ticketId}`;
  if (running.has(key)) return;
  running.add(key);
  await inOneTab(`unsent ${key}`, () => sendInOrder(sender, ticketId, () => running.delete(key)));
}

/**
 * Of all tabs of this browser one sends a thread, and the next when that one is closed or crashes.
 * Where a browser knows no locks each sends: what is sent twice is stored once.
 */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(name, work) : work());
}

/** One after the other: a message never overtakes one that was written before it. */
async function sendInOrder(sender: Sender, ticketId: string, onEnd: () => void): Promise<void> {
  const thread = { author_id: sender.author_id, ticket_id: ticketId };
  let failures = 0;
  try {
    for (;;) {
      const next = unsentMessages.of(thread).find(goesOut);
      if (!next || !sender.isHere()) return;
      const failure = await send(sender, next);
      failures = failure ? failures + 1 : 0;
      if (failure) await pause(failure.retryAfter ?? backoff(failures));
    }
  } finally {
    // At once: what is written while the lock is given back begins anew.
    onEnd();
  }
}

/** @returns what was in the way, where it has to be tried again */
async function send(sender: Sender, unsent: UnsentMessage): Promise<ApiError | null> {
  try {
    sender.keep(await post(unsent));
    unsentMessages.drop(unsent);
    return null;
  } catch (cause) {
    const lost = isPassing(cause);
    // It may have been taken back meanwhile, or have reached the thread all the same.
    if (unsentMessages.has(unsent)) {
      const found = cause instanceof ApiError && cause.items.length > 0 && { found: cause.items };
      unsentMessages.put({ ...unsent, problem: errorText(cause), lost, ...found });
    }
    return lost ? cause : null;
  }
}

function post({
  ticket_id,
  client_id,
  text,
  files,
  answers,
  needs_answer,
  secrets,
}: UnsentMessage): Promise<Message> {
  const attachments = files.map(({ fileKey }) => fileKey);
  return api.post('/api/tickets/{id}/messages', {
    path: { id: ticket_id },
    body: {
      text,
      client_id,
      ...(attachments.length > 0 && { attachments }),
      ...(answers && { reply_to: answers.id }),
      ...(needs_answer && { needs_answer }),
      ...(secrets && { secrets }),
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** On its way, or held up by what passes; a refusal waits for the person. */
function goesOut({ problem, lost }: UnsentMessage): boolean {
  return problem === null || lost;
}

/** Seconds; the random part keeps many tabs from returning in step. */
function backoff(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures);
  return (longest * (0.5 + Math.random() / 2)) / 1000;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, seconds * 1000);
    waiting.add(wake);
  });
}
