import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import type { FileSecret, Rotation } from '#domain/secret.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { firstPaths } from '../files/first-paths.ts';
import { FoundList, placeWords } from '../files/shield/found-list.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

/** For its author: which keys are in a version, and what becomes of them or is to be replaced. */
export function VersionKeysDialog({
  version,
  onClose,
}: {
  version: Snapshot;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const rotates = version.state !== 'blocked';
  const items = rotates ? version.rotate : version.secrets;

  async function decide(secrets: 'mask' | 'share') {
    setPending(true);
    setFailure(undefined);
    try {
      await api.post('/api/snapshots/{id}/secrets', {
        path: { id: version.id },
        body: { secrets },
      });
      await queryClient.invalidateQueries({ queryKey: keys.code(version.ticket_id) });
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
          ? 'These were in your project. The other side has placeholders instead, but a key that has left your computer should be replaced where it came from.'
          : 'The other side cannot open this version until you say what becomes of the keys in it.'
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
      <ErrorBox text={failure} className="mb-4" />
      <FoundList name={version.name} found={items.map(asFound)} />
    </Dialog>
  );
}

function asFound(item: FileSecret | Rotation) {
  const { kind, excerpt } = item;
  if (!('places' in item)) return { kind, excerpt, where: placeWords(item) };
  const where = `${item.placeholder} in ${firstPaths(item.places.map(placeWords))}`;
  return { kind, excerpt, where };
}
