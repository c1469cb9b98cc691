/** Shorter names have room nearly everywhere; undivided, the browser's own search finds them. */
const UNDIVIDED = 18;
/** '.tsx', and '.test.tsx': what tells names with one beginning apart. */
const ENDINGS = /(?!^)(?:\.[^.]{1,8}){1,2}$/;

/** A file's name on one line: where the room ends it is cut, but never its ending. */
export function CutName({ name }: { name: string }) {
  const ending = name.length > UNDIVIDED ? (ENDINGS.exec(name)?.[0] ?? '') : '';
  if (ending === '') return <span className="block truncate">{name}</span>;
  return (
    <span className="flex min-w-0">
      <span className="truncate">{name.slice(0, -ending.length)}</span>
      <span className="shrink-0">{ending}</span>
    </span>
  );
}
