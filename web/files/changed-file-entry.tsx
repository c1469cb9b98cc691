import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangedFile } from '#domain/file-changes.ts';
import { cx } from '../ui/cx.ts';
import { FileDiff } from './file-diff.tsx';
import { sizeWords } from './file-names.ts';

interface ChangedFileEntryProps {
  item: ChangedFile;
  /** Keys of the two archives. */
  before: string;
  after: string;
}

/** One file that is not the same; what is different shows when it is opened. */
export function ChangedFileEntry({ item, before, after }: ChangedFileEntryProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li className="rounded border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-2.5 rounded px-2 py-1.5 text-left hover:bg-sunken md:min-h-9"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={cx('shrink-0 transition-transform duration-150', open && 'rotate-90')}
        />
        <span className="min-w-0 flex-1 font-mono text-2xs break-all">{item.path}</span>
        <span className="figures shrink-0 text-2xs text-ink-soft max-sm:hidden">
          {sizesOf(item)}
        </span>
        <span
          className={cx('shrink-0 rounded-sm px-1.5 py-0.5 text-2xs font-medium', looks[item.kind])}
        >
          {words[item.kind]}
        </span>
      </button>
      <div id={id} hidden={!open} className="border-t border-line">
        {open && <FileDiff item={item} before={before} after={after} />}
      </div>
    </li>
  );
}

function sizesOf({ before, after }: ChangedFile): string {
  if (before && after && before.size !== after.size) {
    return `${sizeWords(before.size)} → ${sizeWords(after.size)}`;
  }
  return sizeWords((after ?? before)?.size ?? 0);
}

const words: Record<ChangedFile['kind'], string> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};

const looks: Record<ChangedFile['kind'], string> = {
  added: 'bg-go-soft text-go-ink',
  removed: 'bg-harm-soft text-harm-ink',
  changed: 'bg-turn-soft text-turn-ink',
};
