import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { CodeSearch } from '#domain/code.ts';
import { MAX_CODE_SEARCH } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Input } from '../ui/input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { foundIn } from './code-queries.ts';
import { counted } from './version-words.ts';

interface FindFieldProps {
  field: RefObject<HTMLInputElement | null>;
  words: string;
  onWords: (words: string) => void;
}

/** Where one types what is looked for; the tree gives way to what is found. */
export function FindField({ field, words, onWords }: FindFieldProps) {
  return (
    <search className="relative block">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <Input
        ref={field}
        type="search"
        aria-label="Find in project"
        placeholder="Find in project"
        maxLength={MAX_CODE_SEARCH}
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words !== '') {
            event.stopPropagation();
            onWords('');
          }
        }}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {words !== '' && (
        <IconButton
          label="Clear the search"
          onClick={() => {
            onWords('');
            field.current?.focus();
          }}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </search>
  );
}

interface FoundProps {
  snapshotId: string;
  words: string;
  onOpen: (path: string, line?: number) => void;
}

const PAUSE_MS = 200;

/** Names and lines that have the words in them. */
export function Found({ snapshotId, words, onOpen }: FoundProps) {
  const asked = useSettled(words.trim());
  const { data, error, isFetching } = useQuery(foundIn(snapshotId, asked));
  return (
    <section aria-label="Found in project" className="min-h-0 flex-1 overflow-auto p-2">
      {error && <ErrorBox text={errorText(error)} />}
      {!data && isFetching && <SkeletonText lines={6} />}
      {data && <FoundList found={data} onOpen={onOpen} />}
    </section>
  );
}

function FoundList({ found, onOpen }: { found: CodeSearch } & Pick<FoundProps, 'onOpen'>) {
  const { names, items, is_complete } = found;
  const byPath = [...Map.groupBy(items, ({ path }) => path)];
  return (
    <>
      <p role="status" className="px-1 pb-2 text-2xs text-ink-soft">
        {names.length + items.length === 0
          ? 'Nothing was found.'
          : `${counted(names.length, 'name')}, ${counted(items.length, 'line')} in ${counted(byPath.length, 'file')}`}
        {!is_complete && ' There may be more: look for something longer.'}
      </p>
      {names.length > 0 && (
        <ul aria-label="Names" className="mb-3">
          {names.map((path) => (
            <li key={path}>
              <button type="button" onClick={() => onOpen(path)} className={look}>
                <span className="font-mono text-2xs break-all">{path}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Lines" className="space-y-3">
        {byPath.map(([path, lines]) => (
          <li key={path}>
            <p className="px-1 pb-0.5 font-mono text-2xs font-medium break-all">{path}</p>
            <ul aria-label={path}>
              {lines.map(({ line, text, start, end }, place) => (
                <li key={place}>
                  <button type="button" onClick={() => onOpen(path, line)} className={look}>
                    <span className="figures w-9 shrink-0 text-right text-2xs text-ink-soft">
                      {line}
                    </span>
                    <span className="min-w-0 truncate font-mono text-2xs whitespace-pre">
                      {text.slice(0, start).trimStart()}
                      <mark className="rounded-[2px] bg-turn-soft text-turn-ink">
                        {text.slice(start, end)}
                      </mark>
                      {text.slice(end)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

const look =
  'flex min-h-11 w-full items-center gap-2 rounded px-1 text-left hover:bg-sunken md:min-h-7';

/** What was typed, once its typing has paused. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
