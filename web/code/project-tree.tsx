import { ChevronRight, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { errorText } from '../api/api-error.ts';
import { sizeWords } from '../files/file-names.ts';
import { FilePicture } from '../files/file-picture.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import type { ProjectSource } from './code-queries.ts';
import { type TreeRow, useTreeRows } from './tree-rows.ts';
import { counted } from './version-words.ts';

interface ProjectTreeProps {
  source: ProjectSource;
  /** The file that is open. */
  file: string | null;
  onOpen: (path: string) => void;
}

/** Up to here all is drawn, so that the browser's own search and readers find it. */
const DRAWN_WHOLE = 200;

/** The files of a version. Only what is in sight is drawn, and only opened folders are asked for. */
export function ProjectTree({ source, file, onOpen }: ProjectTreeProps) {
  const tree = useTreeRows(source, file);
  const { rows } = tree;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = Math.max(
    0,
    rows.findIndex(({ entry }) => entry.path === (chosen ?? file)),
  );
  const filePlace = rows.findIndex(({ entry }) => entry.path === file);
  const isThere = filePlace >= 0;
  useEffect(() => {
    if (isThere) list.current?.scrollToIndex(filePlace, { align: 'nearest' });
    // Once for each file that is opened, when it is there.
  }, [file, isThere]);

  function go(to: number) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (!row) return;
    setChosen(row.entry.path);
    list.current?.scrollToIndex(rows.indexOf(row), { align: 'nearest' });
  }

  function act({ entry }: TreeRow) {
    setChosen(entry.path);
    if (entry.type === 'folder') tree.toggle(entry.path);
    else onOpen(entry.path);
  }

  function press(event: KeyboardEvent) {
    const row = rows[place];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeBy(event.key, place, rows);
    const opens = event.key === 'ArrowRight' && row.entry.type === 'folder' && !row.isOpen;
    const closes = event.key === 'ArrowLeft' && row.isOpen;
    if (opens || closes) tree.toggle(row.entry.path, opens);
    else if (event.key === 'Enter' || event.key === ' ') act(row);
    else if (to !== null) go(to);
    else return;
    event.preventDefault();
  }

  const kept = rows.length <= DRAWN_WHOLE ? [...rows.keys()] : [place];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {tree.isPending && (
        <div className="p-3">
          <SkeletonText lines={8} />
        </div>
      )}
      {tree.error && (
        <ErrorBox className="m-2" text={errorText(tree.error)} onRetry={tree.refetch} />
      )}
      {!tree.isPending && !tree.error && rows.length === 0 && (
        <p className="p-3 text-sm text-ink-soft">There are no files in this version.</p>
      )}
      <div
        ref={frame}
        role="tree"
        aria-label="Project Files"
        aria-busy={tree.isLoading}
        tabIndex={0}
        aria-activedescendant={rows.length > 0 ? `${id}-${place}` : undefined}
        onKeyDown={press}
        className="group presses-on min-h-0 flex-1 overflow-auto py-1 -outline-offset-2"
      >
        <Virtualizer ref={list} scrollRef={frame} data={rows} keepMounted={kept}>
          {(row, at) => (
            <Row
              key={row.entry.path}
              id={`${id}-${at}`}
              row={row}
              isChosen={at === place}
              isShown={row.entry.path === file}
              onPress={() => act(row)}
            />
          )}
        </Virtualizer>
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  row: TreeRow;
  isChosen: boolean;
  isShown: boolean;
  onPress: () => void;
}

function Row({ id, row: { entry, level, isOpen, place, count }, ...props }: RowProps) {
  const isFolder = entry.type === 'folder';
  const Icon = isOpen ? FolderOpen : Folder;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={count}
      aria-posinset={place}
      aria-selected={props.isShown}
      {...(isFolder && { 'aria-expanded': isOpen })}
      aria-label={entry.name}
      title={`${entry.path}, ${isFolder ? counted(entry.files, 'file') : sizeWords(entry.size)}`}
      onClick={props.onPress}
      style={{ paddingLeft: `${(level - 1) * 14 + 8}px` }}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-1.5 pr-2 text-sm select-none hover:bg-sunken md:min-h-7',
        props.isShown && 'bg-go-soft text-go-ink hover:bg-go-soft',
        props.isChosen && 'group-focus-visible:outline-2 -outline-offset-2 outline-focus',
      )}
    >
      {isFolder ? (
        <>
          <ChevronRight
            size={14}
            aria-hidden
            className={cx('shrink-0 transition-transform duration-150', isOpen && 'rotate-90')}
          />
          <Icon size={16} aria-hidden className="shrink-0 text-ink-soft" />
        </>
      ) : (
        <FilePicture name={entry.name} size="sm" className="ml-3.5 size-5! bg-transparent!" />
      )}
      <span className="min-w-0 flex-1 font-mono text-2xs">
        <CutName name={entry.name} />
      </span>
      {/* Drawn, so that the name of the line stays what is read in it. */}
      <span
        data-size={isFolder ? entry.files.toLocaleString('en-US') : sizeWords(entry.size)}
        className="figures shrink-0 text-2xs text-ink-soft after:content-[attr(data-size)]"
      />
    </div>
  );
}

const PAGE = 12;

type Move = (place: number, rows: readonly TreeRow[]) => number;

const moves: Partial<Record<string, Move>> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  ArrowRight: (place, rows) => (rows[place]?.isOpen ? place + 1 : place),
  ArrowLeft: folderAbove,
  PageDown: (place) => place + PAGE,
  PageUp: (place) => place - PAGE,
  Home: () => 0,
  End: (_, rows) => rows.length - 1,
};

function folderAbove(place: number, rows: readonly TreeRow[]): number {
  const level = rows[place]?.level ?? 1;
  const above = rows.slice(0, place).findLastIndex((row) => row.level < level);
  return above < 0 ? place : above;
}

/** Where a key leads; a letter to the next line that begins with it. Null for any other key. */
function placeBy(key: string, place: number, rows: readonly TreeRow[]): number | null {
  const move = moves[key];
  if (move) return move(place, rows);
  if (key.length !== 1) return null;
  const begins = ({ entry }: TreeRow) => entry.name.toLowerCase().startsWith(key.toLowerCase());
  const next = rows.findIndex((row, at) => at > place && begins(row));
  return next < 0 ? rows.findIndex(begins) : next;
}

/** Shorter names have room nearly everywhere; undivided, the browser's own search finds them. */
const UNDIVIDED = 18;
/** '.tsx', and '.test.tsx': what tells names with one beginning apart. */
const ENDINGS = /(?!^)(?:\.[^.]{1,8}){1,2}$/;

/** A file's name on one line: where the room ends it is cut, but never its ending. */
function CutName({ name }: { name: string }) {
  const ending = name.length > UNDIVIDED ? (ENDINGS.exec(name)?.[0] ?? '') : '';
  if (ending === '') return <span className="block truncate">{name}</span>;
  return (
    <span className="flex min-w-0">
      <span className="truncate">{name.slice(0, -ending.length)}</span>
      <span className="shrink-0">{ending}</span>
    </span>
  );
}
