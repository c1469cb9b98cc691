import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { keptFiles } from '../../files/kept-files.ts';
import { along } from '../along.ts';
import { NEW_REQUEST, requestDraft } from '../request-draft.ts';

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
