import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileRecord } from '#domain/file.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { KeyChoiceDialog } from './shield/key-choice-dialog.tsx';

/** The keys in a file of one's own. */
export function KeysDialog({ file, onClose }: { file: FileRecord; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { key, name, state, is_masked } = file;
  const found = useQuery({
    queryKey: keys.inFile(key, 'keys', state),
    queryFn: ({ signal }) => api.get('/api/files/{id}/keys', { path: { id: key }, signal }),
  });
  return (
    <KeyChoiceDialog
      name={name}
      what="file"
      rotates={is_masked}
      items={is_masked ? found.data?.rotate : found.data?.items}
      error={found.error}
      decide={async (secrets) => {
        await api.post('/api/files/{id}/keys', { path: { id: key }, body: { secrets } });
        await queryClient.invalidateQueries({ queryKey: ['ticket'] });
      }}
      onClose={onClose}
    />
  );
}
