import { Lock, X } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { chipName, sizeWords } from './file-names.ts';
import { FilePicture } from './file-picture.tsx';

interface FileChipProps {
  name: string;
  /** Bytes, where known. */
  size?: number;
  type?: string;
  /** A thumbnail, for images. */
  picture?: string | null;
  /** Draws an x that takes the file off. */
  onRemove?: () => void;
  /** Makes the chip itself a button that opens the file. */
  onOpen?: () => void;
  disabled?: boolean;
  /** It cannot be opened; the id of the text that says why. */
  lockedBy?: string | undefined;
}

/** One attached file in a line of them: `<ul className={chipList}><FileChip … /></ul>`. */
export function FileChip(props: FileChipProps) {
  const { name, size, type, picture, onRemove, onOpen, disabled, lockedBy } = props;
  const content = (
    <>
      <FilePicture name={name} {...(type && { type })} src={picture ?? null} size="sm" />
      <span className="min-w-0 leading-snug wrap-anywhere" title={name}>
        {chipName(name)}
      </span>
      {size !== undefined && (
        <span className="figures shrink-0 text-2xs text-ink-soft">{sizeWords(size)}</span>
      )}
      {lockedBy && <Lock size={14} aria-hidden className="shrink-0 text-ink-soft" />}
    </>
  );
  return (
    <li className="flex max-w-full min-w-0 animate-fade-in items-center rounded border border-line bg-paper text-sm">
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          disabled={disabled || lockedBy !== undefined}
          aria-describedby={lockedBy}
          className={cx(inside, 'rounded enabled:hover:bg-sunken')}
        >
          {content}
        </button>
      ) : (
        <span className={inside}>{content}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          title={`Remove ${name}`}
          onClick={onRemove}
          disabled={disabled}
          className="grid size-11 shrink-0 place-items-center rounded text-ink-soft hover:bg-sunken hover:text-ink md:size-9"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </li>
  );
}

export const chipList = 'flex flex-wrap gap-2';

const inside = 'flex min-h-11 min-w-0 items-center gap-2 py-1 pr-2.5 pl-1.5 md:min-h-9';
