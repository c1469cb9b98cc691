import { ApiError, isPassing } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keptFiles } from '../../files/kept-files.ts';
import type { Ask } from '../../files/shield/send-asking.ts';
import { type HeldDraft, NEW_REQUEST, requestDraft } from '../request-draft.ts';
import { requestSubmission } from '../request-form.ts';
import { posting } from './posting.ts';
import { sendFile } from './send-files.ts';
import { forgetDraft, settleHeld } from './settle-held.ts';

interface SignUp {
  signUp: string;
  email: string;
}

/**
 * Has the server hold the request of this browser until the address of its sign-up is confirmed, on
 * whichever device. Goes on where it was left. False when its author would rather change it first.
 * @throws ApiError
 */
export async function holdRequest(by: SignUp, ask: Ask): Promise<boolean> {
  const before = await heldBefore(by);
  if (before === 'posted') return true;
  const held = before ?? (await holdWords(by, ask));
  if (!held) return false;
  const files = await keptFiles.read(NEW_REQUEST);
  posting.show({ stage: 'holding', sent: held.sent.length, files: files.length });
  for (const [place, file] of files.entries()) {
    if (held.sent.includes(place)) continue;
    if (await holdFile(held.id, file, place)) {
      held.sent.push(place);
      requestDraft.noteHeld(held);
      posting.show({ sent: held.sent.length });
    }
  }
  posting.show({ stage: 'held' });
  return true;
}

/**
 * What is held already. What was held for an address that was changed since is taken back; where that one
 * was confirmed first, it is posted.
 */
async function heldBefore({ signUp }: SignUp): Promise<HeldDraft | 'posted' | null> {
  const held = requestDraft.held();
  if (!held || held.signUp === signUp) return held;
  if (!(await settleHeld())) return null;
  await forgetDraft();
  posting.endBefore(held.email);
  return 'posted';
}

async function holdWords({ signUp, email }: SignUp, ask: Ask): Promise<HeldDraft | null> {
  const form = requestDraft.read();
  if (!form) return null;
  const body = requestSubmission.parse(form);
  const answer = await ask((said) =>
    api.post('/api/sign-ups/{id}/request', { path: { id: signUp }, body: { ...body, ...said } }),
  );
  if (!answer) return null;
  const held = { id: answer.id, signUp, email, sent: [] };
  requestDraft.noteHeld(held);
  return held;
}

/** One that is refused for cause waits in this browser, and is sent once its author has signed in. */
async function holdFile(heldId: string, file: File, place: number): Promise<boolean> {
  try {
    await sendFile(file, { heldId, key: `${heldId}-${place}` });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && !isPassing(cause)) return false;
    throw cause;
  }
}
