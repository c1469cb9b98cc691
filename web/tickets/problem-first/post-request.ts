import type { Ticket } from '#domain/ticket.ts';
import { api } from '../../api/client.ts';
import { step } from '../../api/own-steps.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { keptFiles } from '../../files/kept-files.ts';
import type { Said } from '../../files/shield/send-asking.ts';
import { along } from '../along.ts';
import { requestDraft } from '../request-draft.ts';
import { requestSubmission } from '../request-form.ts';
import { NEW_REQUEST } from './hold-request.ts';
import { posting } from './posting.ts';
import { sendFile } from './send-files.ts';

type Ask = <Result>(call: (said: Said) => Promise<Result>) => Promise<Result | false>;

/**
 * Posts the request of this browser for the person who has just signed in. What the server held it
 * posts itself; all else is sent from here. Resolves to its id, or null when there is nothing to post,
 * or its author would rather change it first.
 * @throws ApiError; nothing is lost then
 */
export async function postRequest(actId: string, ask: Ask): Promise<string | null> {
  const held = requestDraft.held();
  const files = await keptFiles.read(NEW_REQUEST);
  posting.show({ stage: 'posting', sent: held?.sent.length ?? 0, files: files.length });
  if (held) {
    const ticketId = await settleHeld();
    if (ticketId) {
      const missing = files.filter((_, place) => !held.sent.includes(place));
      await addFiles(ticketId, await sendAll(missing, actId), ask);
      return done(ticketId);
    }
  }
  const form = requestDraft.read();
  if (!form) return null;
  const body = { ...requestSubmission.parse(form), files: await sendAll(files, actId) };
  const posted = await ask<Ticket>((said) =>
    step((idempotencyKey) => {
      return api.post('/api/tickets', { body: { ...body, ...said }, idempotencyKey });
    }, `${actId}-request`),
  );
  return posted ? done(posted.id) : null;
}

/** What became of the request that the server held: its id once posted, null where it is taken back. */
export async function settleHeld(): Promise<string | null> {
  const held = requestDraft.held();
  if (!held) return null;
  const { ticket_id } = await api.post('/api/held-requests/{id}/settle', { path: { id: held.id } });
  if (!ticket_id) requestDraft.noteHeld(null);
  return ticket_id;
}

/** Nothing of it stays in this browser. */
export async function forgetDraft(): Promise<void> {
  requestDraft.clear();
  along.clear();
  await keptFiles.clear(NEW_REQUEST);
  void queryClient.invalidateQueries({ queryKey: keys.tickets() });
}

async function done(ticketId: string): Promise<string> {
  await forgetDraft();
  return ticketId;
}

async function sendAll(files: readonly File[], actId: string): Promise<string[]> {
  const sent: string[] = [];
  for (const [place, file] of files.entries()) {
    sent.push((await sendFile(file, { key: `${actId}-${place}` })).fileKey);
    posting.show({ sent: sent.length });
  }
  return sent;
}

async function addFiles(id: string, files: string[], ask: Ask): Promise<void> {
  if (files.length === 0) return;
  await ask((said) => api.patch('/api/tickets/{id}', { path: { id }, body: { files, ...said } }));
}
