import type { Upload } from '#domain/file.ts';
import { api } from '../api/client.ts';

/** Takes an upload off the server again; what cannot be taken back now, it removes after a day. */
export function takeBack({ fileKey }: Upload): void {
  void api.delete('/api/files/{id}', { path: { id: fileKey } }).catch(() => undefined);
}
