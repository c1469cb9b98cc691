import { api } from '../api/client.ts';

/**
 * Opens a file in a new tab, through a link that works for a minute. Call it in a click handler.
 * @throws ApiError, for example where the file stays closed until it is paid
 */
export async function downloadFile(key: string): Promise<void> {
  saveFrom(await api.get('/api/files/{id}/link', { path: { id: key } }));
}

/** All files of a round of delivery that one may open, as one zip; otherwise like `downloadFile`. */
export async function downloadRound(deliveryId: string): Promise<void> {
  saveFrom(await api.get('/api/deliveries/{id}/archive', { path: { id: deliveryId } }));
}

/** A whole version of a project as a zip; otherwise like `downloadFile`. */
export async function downloadProject(snapshotId: string): Promise<void> {
  saveFrom(await api.get('/api/snapshots/{id}/archive/link', { path: { id: snapshotId } }));
}

/** What a version changes, as a patch; otherwise like `downloadFile`. */
export async function downloadPatch(snapshotId: string): Promise<void> {
  saveFrom(await api.get('/api/snapshots/{id}/patch/link', { path: { id: snapshotId } }));
}

/** What a customer gets back of a request, as one zip; otherwise like `downloadFile`. */
export async function downloadHandBack(ticketId: string): Promise<void> {
  saveFrom(await api.get('/api/tickets/{id}/hand-back/link', { path: { id: ticketId } }));
}

function saveFrom({ url }: { url: string }): void {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  // A browser that blocks the tab still saves the file: it comes as an attachment.
  else location.assign(url);
}
