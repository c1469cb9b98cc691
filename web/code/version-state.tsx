import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { LeftOut, Snapshot } from '#domain/code.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { counted } from './version-words.ts';

const VersionKeysDialog = dialogOnDemand(
  async () => (await import('./version-keys-dialog.tsx')).VersionKeysDialog,
);

/** Where a version stands that cannot be read yet, or never; nothing for one that is ready. */
export function VersionState({ version, me }: { version: Snapshot; me: string }) {
  const [deciding, setDeciding] = useState(false);
  const { state, name, trouble, author_id } = version;
  if (state === 'failed') {
    return <ErrorBox text={`${name} could not be read.`} reason={trouble ?? undefined} />;
  }
  if (state === 'reading') {
    return (
      <p role="status" className="card flex items-start gap-3 p-4 text-sm">
        <Spinner size={18} label={null} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">Reading {name}</span>
          <span className="text-ink-soft">
            It is unpacked and looked through for keys and passwords; nothing of it is run. You can
            leave this page meanwhile.
          </span>
        </span>
      </p>
    );
  }
  if (state !== 'blocked') return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-turn bg-turn-soft p-4 text-sm text-turn-ink">
      <KeyRound size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        This version is held back: it seems to have keys or passwords in it.
        {author_id === me && ' Nobody else can open it until you say what becomes of them.'}
      </p>
      {author_id === me && (
        <Button variant="primary" size="sm" onClick={() => setDeciding(true)}>
          Decide
        </Button>
      )}
      {deciding && <VersionKeysDialog version={version} onClose={() => setDeciding(false)} />}
    </div>
  );
}

/** What is to be said of a version that is ready: masked keys, and what was left out. */
export function VersionNotes({ version, me }: { version: Snapshot; me: string }) {
  const [keysShown, setKeysShown] = useState(false);
  const { is_masked, left_out, rotate, author_id } = version;
  return (
    <div className="space-y-1 text-2xs text-ink-soft empty:hidden">
      {is_masked && (
        <p>
          Placeholders stand in this version in place of its keys.{' '}
          {author_id === me && rotate.length > 0 && (
            <button
              type="button"
              className="link min-h-11 md:min-h-0"
              onClick={() => setKeysShown(true)}
            >
              Keys to replace
            </button>
          )}
        </p>
      )}
      {left_out.length > 0 && <LeftOutNote items={left_out} />}
      {keysShown && <VersionKeysDialog version={version} onClose={() => setKeysShown(false)} />}
    </div>
  );
}

const reasonWords: Record<LeftOut['reason'], string> = {
  dependencies: 'dependencies',
  build_output: 'build output',
  version_control: 'history of version control',
  link: 'a link',
  submodule: 'a submodule',
  lfs: 'kept elsewhere by Git LFS',
  special: 'no plain file',
  system: 'of the operating system',
  secret: 'holds a key',
};

function LeftOutNote({ items }: { items: readonly LeftOut[] }) {
  const [open, setOpen] = useState(false);
  const files = items.reduce((sum, one) => sum + one.files, 0);
  return (
    <div>
      <p>
        Left out: {counted(files, 'file')} in {counted(items.length, 'place')} (
        {[...new Set(items.map(({ reason }) => reasonWords[reason]))].join(', ')}).
      </p>
      {open && (
        <ul aria-label="Left out" className="mt-1 max-h-60 overflow-auto font-mono">
          {items.map(({ path, reason, files: count }) => (
            <li key={path} className="break-all">
              {path}{' '}
              <span className="font-sans">
                · {reasonWords[reason]}, {count}
              </span>
            </li>
          ))}
        </ul>
      )}
      <UnfoldButton open={open} onToggle={setOpen} />
    </div>
  );
}
