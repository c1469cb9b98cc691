import { KeyRound } from 'lucide-react';

interface FoundListProps {
  /** Of the field or file. */
  name: string;
  found: readonly { kind: string; excerpt: string; where: string }[];
}

/** The keys in one text or file, as far as they can be shown. */
export function FoundList({ name, found }: FoundListProps) {
  return (
    <section className="mb-4">
      <h3 className="mb-1.5 font-sans text-sm font-medium tracking-normal break-words">{name}</h3>
      <ul className="divide-y divide-line rounded border border-line bg-paper">
        {found.map(({ kind, excerpt, where }, place) => (
          <li key={place} className="flex items-start gap-2.5 px-3 py-2 text-sm">
            <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-turn-ink" />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{kind}</span>{' '}
              <code className="font-mono text-2xs break-all">{excerpt}</code>
              <span className="block text-2xs wrap-anywhere text-ink-soft">{where}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where in a file or text it is; names of files have no lines. */
export function placeWords({ path, line }: { path: string | null; line: number }): string {
  const place = line === 0 ? 'a file name' : `line ${line}`;
  return path === null ? place : `${path}, ${place}`;
}
