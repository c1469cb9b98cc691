import { FileCode, X } from 'lucide-react';
import type { CodeLines } from '#domain/code.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { keyOfLines } from './code-references.ts';
import { placeOf } from './place-of.ts';

interface CodeLineChipsProps {
  code: readonly CodeLines[];
  /** Draws an x on each. */
  onRemove?: (lines: CodeLines) => void;
}

/** The lines that a message is about, by their places alone: while it is written and on its way. */
export function CodeLineChips({ code, onRemove }: CodeLineChipsProps) {
  if (code.length === 0) return null;
  return (
    <ul aria-label="Lines of the project" className="flex flex-wrap gap-2">
      {code.map((lines) => (
        <li
          key={keyOfLines(lines)}
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-sm border border-line bg-paper pl-2.5 font-mono text-2xs last:pr-0"
        >
          <FileCode size={14} aria-hidden className="shrink-0 text-ink-soft" />
          <span className="min-w-0 truncate pr-2.5" title={placeOf(lines)}>
            {placeOf(lines)}
          </span>
          {onRemove && (
            <IconButton
              label={`Remove ${placeOf(lines)}`}
              onClick={() => onRemove(lines)}
              className="-ml-2.5 size-9"
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
