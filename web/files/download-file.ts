import { api } from '../api/client.ts';

/**
 * Opens a file in a new tab, through a link that works for a minute. Call it in a click handler.
 * @throws ApiError, for example where the file stays closed until it is paid
 */
export async function downloadFile(key: string): Promise<void> {
  const { url } = await api.get('/api/files/{id}/link', { path: { id: key } });
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  // A browser that blocks the tab still saves the file: it comes as an attachment.
  else location.assign(url);
}
