import type { Ticket } from '#domain/ticket.ts';
import { api } from '../../api/client.ts';
import { step } from '../../api/own-steps.ts';
import { keptFiles } from '../../files/kept-files.ts';
import type { Ask } from '../../files/shield/send-asking.ts';
import { NEW_REQUEST, requestDraft } from '../request-draft.ts';
import { requestSubmission } from '../request-form.ts';
import { posting } from './posting.ts';
import { sendFile } from './send-files.ts';
import { forgetDraft, settleHeld } from './settle-held.ts';

/**
 * Posts the request of this browser for the person who has just signed in. What the server held it
 * posts itself; all else is sent from here. Resolves to its id, or null when there is nothing to post,
 * its author would rather change it first, or an address before theirs has posted it (`posting` says so).
 * @param person who signed in
 * @throws ApiError; nothing is lost then
 */
export async function postRequest(
  actId: string,
  person: { email: string | null },
  ask: Ask,
): Promise<string | null> {
  const held = requestDraft.held();
  const files = await keptFiles.read(NEW_REQUEST);
  posting.show({ stage: 'posting', sent: held?.sent.length ?? 0, files: files.length });
  if (held) {
    const ticketId = await settleHeld();
    if (ticketId && held.email !== person.email) {
      await forgetDraft();
      posting.endBefore(held.email);
      return null;
    }
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
