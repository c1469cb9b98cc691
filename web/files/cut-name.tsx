import { endingOf } from './file-names.ts';

/** A file's name on one line: where the room ends it is cut, but never its ending. */
export function CutName({ name }: { name: string }) {
  const ending = endingOf(name);
  return (
    <span className="flex min-w-0">
      <span className="truncate">{name.slice(0, name.length - ending.length)}</span>
      <span className="shrink-0">{ending}</span>
    </span>
  );
}
