import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { DummyEnv, FileKeys, FileRecord } from '#domain/file.ts';
import type { FileSecret, Rotation, Unread } from '#domain/secret.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { useProfile } from '../api/session.tsx';
import { FoundList } from '../secrets/found-list.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { alertError } from '../ui/toasts.tsx';
import { saveText } from './save-text.ts';

/** What is to be said of the keys in a file, beneath it; nothing where there were none. */
export function KeyNotes({ file }: { file: FileRecord }) {
  const isMine = useProfile().id === file.owner_id;
  const [open, setOpen] = useState(false);
  const waits = file.actions['decide-secrets']?.allowed === true;
  const { unread } = file;
  return (
    <>
      {waits && (
        <Note file={file} text="is held back: it seems to have keys in it.">
          <Act onClick={() => setOpen(true)}>Decide</Act>
        </Note>
      )}
      {isMine && file.state === 'checking' && (
        <Note file={file} text="is being looked through. The other side can open it after that." />
      )}
      {file.is_masked && (
        <Note file={file} text="has placeholders in place of its keys.">
          {isMine ? (
            <Act onClick={() => setOpen(true)}>Keys to Replace</Act>
          ) : (
            <Act onClick={() => void saveEnv(file)}>
              <Download size={14} aria-hidden />
              Dummy .env
            </Act>
          )}
        </Note>
      )}
      {file.left_out.length > 0 && (
        <Note
          file={file}
          text={`goes without ${named(file.left_out)}, which could not be masked.`}
        />
      )}
      {unread.length > 0 && <Note file={file} text={unreadWords(unread)} />}
      {open && <KeysDialog file={file} onClose={() => setOpen(false)} />}
    </>
  );
}

function Note(props: { file: FileRecord; text: string; children?: React.ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-2xs text-ink-soft">
      <span className="min-w-0 wrap-anywhere">
        <KeyRound size={14} aria-hidden className="mr-1.5 inline-block align-[-0.2em]" />
        <bdi className="font-medium">{props.file.name}</bdi> {props.text}
      </span>
      {props.children}
    </p>
  );
}

function Act(props: { onClick: () => void; children: React.ReactNode }) {
  return <Button size="sm" variant="ghost" className="px-2! text-2xs!" {...props} />;
}

const NAMED = 3;

function named(paths: readonly string[]): string {
  const rest = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${rest}`;
}

function unreadWords(unread: FileRecord['unread']): string {
  const whole = unread.find(({ path }) => path === null);
  if (whole) return `was not wholly looked through for keys: ${reasonWords[whole.reason]}.`;
  const paths = unread.map(({ path, reason }) => `${path} (${reasonWords[reason]})`);
  return `was not looked through for keys in ${named(paths)}.`;
}

const reasonWords: Record<Unread['reason'], string> = {
  encrypted: 'it is encrypted',
  damaged: 'it is damaged',
  format: 'its format is not known',
  too_deep: 'it is packed too deep',
  too_large: 'it is too large',
  too_many: 'there is too much in it',
  time: 'it takes too long',
  dependencies: 'other people’s code',
};

async function saveEnv({ key }: FileRecord): Promise<void> {
  try {
    saveText(await api.get<DummyEnv>(`/api/files/${key}/env`));
  } catch (cause) {
    alertError(errorText(cause));
  }
}

/** For its owner: what was found, and what becomes of it or is to be replaced. */
function KeysDialog({ file, onClose }: { file: FileRecord; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const found = useQuery({
    queryKey: keys.inFile(file.key, 'keys', file.state),
    queryFn: ({ signal }) => api.get<FileKeys>(`/api/files/${file.key}/keys`, { signal }),
  });
  const rotates = file.is_masked;
  const items = rotates ? found.data?.rotate : found.data?.items;

  async function decide(secrets: 'mask' | 'share') {
    setPending(true);
    setFailure(undefined);
    try {
      await api.post(`/api/files/${file.key}/keys`, { secrets });
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
  const where = `${item.placeholder} in ${named(item.places.map(placeWords))}`;
  return { kind, excerpt, where };
}

function placeWords({ path, line }: { path: string | null; line: number }): string {
  return path === null ? `line ${line}` : `${path}, line ${line}`;
}
