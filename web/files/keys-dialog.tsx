import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import type { FileSecret, Rotation } from '#domain/secret.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { firstPaths } from './first-paths.ts';
import { FoundList, placeWords } from './shield/found-list.tsx';

/** For its owner: what was found, and what becomes of it or is to be replaced. */
export function KeysDialog({ file, onClose }: { file: FileRecord; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const found = useQuery({
    queryKey: keys.inFile(file.key, 'keys', file.state),
    queryFn: ({ signal }) => api.get('/api/files/{id}/keys', { path: { id: file.key }, signal }),
  });
  const rotates = file.is_masked;
  const items = rotates ? found.data?.rotate : found.data?.items;

  async function decide(secrets: 'mask' | 'share') {
    setPending(true);
    setFailure(undefined);
    try {
      await api.post('/api/files/{id}/keys', { path: { id: file.key }, body: { secrets } });
      await queryClient.invalidateQueries({ queryKey: ['ticket'] });
      onClose();
    } catch (cause) {
      setFailure(errorText(cause));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={pending}
      title={rotates ? 'Keys to Replace' : 'Keys or Passwords Found'}
      description={
        rotates
          ? 'These were in your file. The other side has placeholders instead, but a key that has left your computer should be replaced where it came from.'
          : 'The other side cannot open this file until you say what becomes of the keys in it.'
      }
      footer={
        rotates ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={pending}>
              Go Back
            </Button>
            <Button onClick={() => void decide('share')} disabled={pending}>
              Share Anyway
            </Button>
            <Button variant="primary" pending={pending} onClick={() => void decide('mask')}>
              Mask and Share
            </Button>
          </>
        )
      }
    >
      {found.isPending && <SkeletonText lines={3} />}
      <ErrorBox text={failure ?? (found.error ? errorText(found.error) : undefined)} />
      {items && <FoundList name={file.name} found={items.map(asFound)} />}
    </Dialog>
  );
}

function asFound(item: FileSecret | Rotation) {
  const { kind, excerpt } = item;
  if (!('places' in item)) return { kind, excerpt, where: placeWords(item) };
  const where = `${item.placeholder} in ${firstPaths(item.places.map(placeWords))}`;
  return { kind, excerpt, where };
}
