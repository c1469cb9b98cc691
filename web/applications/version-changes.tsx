import { useId, useState } from 'react';
import type { EntryVersion } from '#domain/application.ts';
import type { ChangedCode } from '#domain/code.ts';
import { ChangeCounts, ChangedFileButton } from '../code/changed-code-entry.tsx';
import { type DiffLook, HunkTable } from '../code/hunk-table.tsx';
import { counted } from '../code/version-words.ts';
import { useMedia } from '../ui/use-media.ts';

interface VersionChangesProps {
  version: EntryVersion;
  /** Whether its files are open from the start. */
  startsOpen: boolean;
}

/** More files than these are opened one by one. */
const OPEN_AT_ONCE = 12;

/** What a fixed version changes in the project of the entry test. */
export function VersionChanges({ version, startsOpen }: VersionChangesProps) {
  const { changes, left_out, masked } = version;
  const look = useMedia('(min-width: 80rem)') ? 'split' : 'unified';
  const isFew = changes.items.length <= OPEN_AT_ONCE;
  const out = left_out.reduce((sum, { files }) => sum + files, 0);
  return (
    <div className="min-w-0 space-y-3">
      <p className="figures text-sm font-medium">
        {counted(changes.files, 'file')} changed, {counted(changes.added, 'line')} added,{' '}
        {counted(changes.removed, 'line')} removed
      </p>
      {(out > 0 || masked > 0) && (
        <p className="text-2xs text-ink-soft">
          {out > 0 &&
            `${counted(out, 'file')} of dependencies, build output or the system left out. `}
          {masked > 0 &&
            `Placeholders stand for ${counted(masked, 'key or password', 'keys and passwords')} in it: please replace them wherever they are in use.`}
        </p>
      )}
      <ul aria-label="Changed files" className="space-y-3">
        {changes.items.map((item) => (
          <ChangedFile key={item.path} item={item} look={look} startsOpen={startsOpen && isFew} />
        ))}
      </ul>
      {!changes.is_complete && (
        <p className="text-2xs text-ink-soft">There was too much to show all of it.</p>
      )}
    </div>
  );
}

interface ChangedFileProps {
  item: ChangedCode;
  look: DiffLook;
  startsOpen: boolean;
}

function ChangedFile({ item, look, startsOpen }: ChangedFileProps) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  return (
    <li className="overflow-clip rounded border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 pr-3">
        <ChangedFileButton item={item} controls={id} open={open} onOpen={setOpen} />
        <ChangeCounts item={item} />
      </div>
      <div id={id} hidden={!open} className="border-t border-line">
        {open && <Lines id={id} item={item} look={look} />}
      </div>
    </li>
  );
}

function Lines({ id, item, look }: { id: string; item: ChangedCode; look: DiffLook }) {
  const { path, hunks, is_binary } = item;
  const note = is_binary
    ? 'This file is no text, so its changes cannot be shown.'
    : hunks === null
      ? 'This change is too long to be shown.'
      : hunks.length === 0 && 'No line of it is different.';
  if (note || hunks === null) return <p className="px-3 py-2.5 text-sm text-ink-soft">{note}</p>;
  return (
    <HunkTable
      id={`${id}-lines`}
      path={path}
      hunks={hunks}
      look={look}
      chosen={null}
      onChoose={undefined}
      below={() => null}
    />
  );
}
