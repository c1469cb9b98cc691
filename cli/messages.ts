import { randomUUID } from 'node:crypto';
import type { MessagePage } from '../domain/message.ts';
import { type Writer, writerOf } from '../domain/message-author.ts';
import { paths } from '../domain/paths.ts';
import type { SecretsChoice } from '../domain/secret.ts';
import type { Ticket } from '../domain/ticket.ts';
import { shortId } from '../domain/ticket-words.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { asId, requestMeant } from './find-request.ts';
import { masksHere, requireNoKeys } from './own-words.ts';
import { readInput } from './terminal.ts';

export interface MessageOptions {
  message?: string;
  needsAnswer?: boolean;
  secrets?: SecretsChoice;
  limit: string;
  before?: string;
}

/** The newest messages of a request, or a new one to the other side. */
export async function messages(
  at: At,
  given: string | undefined,
  options: MessageOptions,
): Promise<void> {
  const api = new Api(at);
  const ticket = await requestMeant(api, given);
  if (options.message === undefined) await show(at, api, ticket, options);
  else await send(at, api, ticket, options);
}

async function show(at: At, api: Api, ticket: Ticket, { limit, before }: MessageOptions) {
  const query = new URLSearchParams({ limit, ...(before && { before }) });
  const id = asId(ticket.id);
  const { items, next_cursor } = await api.get<MessagePage>(`/tickets/${id}/messages?${query}`);
  const all = items.map((message) => ({
    id: message.id,
    by: writers[writerOf(message, ticket)],
    text: message.text,
    needs_answer: message.needs_answer,
    sent_at: String(message.created_at),
  }));
  const lines = all.map(({ by, text, sent_at, needs_answer }) => {
    const when = sent_at.slice(0, 16).replace('T', ' ');
    return `${when} UTC  ${by}${needs_answer ? '  (needs an answer)' : ''}\n${indented(text)}`;
  });
  const more = next_cursor
    ? [`Earlier ones: unblock messages ${shortId(id)} --before ${next_cursor}`]
    : [];
  const words = lines.length > 0 ? [...more, ...lines].join('\n\n') : 'There are no messages yet.';
  at.terminal.answer({ messages: all, earlier: next_cursor }, words);
}

/** So that no line of a message looks like one of ours. */
function indented(text: string): string {
  return text.replace(/^/gm, '    ');
}

async function send(at: At, api: Api, ticket: Ticket, options: MessageOptions): Promise<void> {
  const { message, needsAnswer, secrets } = options;
  const said = message === '-' ? await readInput() : (message ?? '');
  if (said.trim() === '') throw new Failure('usage', 'A message needs words: --message "…"');
  const text = requireNoKeys(said.trim(), secrets);
  const id = asId(ticket.id);
  const sent = await api.post<{ id: string }>(`/tickets/${id}/messages`, {
    text,
    client_id: randomUUID(),
    ...(needsAnswer && { needs_answer: true }),
    ...(secrets && !masksHere(secrets) && { secrets }),
  });
  const link = at.server + paths.message(id, asId(sent.id));
  at.terminal.answer({ message_id: sent.id, link }, `Sent. ${link}`);
}

const writers: Record<Writer, string> = {
  me: 'you',
  customer: 'the customer',
  unblocker: 'the unblocker',
  earlier_unblocker: 'an earlier unblocker',
  moderator: 'a moderator',
  product: 'Unblock',
};
