import { Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import type { Unread } from '#domain/secret.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useProfile } from '../api/session.tsx';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { alertError } from '../ui/toasts.tsx';
import { firstPaths } from './first-paths.ts';

const KeysDialog = dialogOnDemand(async () => (await import('./keys-dialog.tsx')).KeysDialog);

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
          text={`goes without ${firstPaths(file.left_out)}, which could not be masked.`}
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

function unreadWords(unread: FileRecord['unread']): string {
  const whole = unread.find(({ path }) => path === null);
  if (whole) return `was not wholly looked through for keys: ${reasonWords[whole.reason]}.`;
  const paths = unread.map(({ path, reason }) => `${path} (${reasonWords[reason]})`);
  return `was not looked through for keys in ${firstPaths(paths)}.`;
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
    saveText(await api.get('/api/files/{id}/env', { path: { id: key } }));
  } catch (cause) {
    alertError(errorText(cause));
  }
}

/** Has the browser save a text as a file. */
function saveText({ name, text }: { name: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
