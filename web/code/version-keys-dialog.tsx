import { useQueryClient } from '@tanstack/react-query';
import type { Snapshot } from '#domain/code.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { KeyChoiceDialog } from '../files/shield/key-choice-dialog.tsx';

interface VersionKeysDialogProps {
  version: Snapshot;
  onClose: () => void;
}

/** The keys in a version of one's own. */
export function VersionKeysDialog({ version, onClose }: VersionKeysDialogProps) {
  const queryClient = useQueryClient();
  const { id, ticket_id, name, state, rotate, secrets: found } = version;
  const rotates = state !== 'blocked';
  return (
    <KeyChoiceDialog
      name={name}
      what="version"
      rotates={rotates}
      items={rotates ? rotate : found}
      decide={async (secrets) => {
        await api.post('/api/snapshots/{id}/secrets', { path: { id }, body: { secrets } });
        await queryClient.invalidateQueries({ queryKey: keys.code(ticket_id) });
      }}
      onClose={onClose}
    />
  );
}
