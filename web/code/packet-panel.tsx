import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Packet } from '#domain/packet.ts';
import { firstPaths } from '../files/first-paths.ts';
import { cx } from '../ui/cx.ts';
import { Fact } from '../ui/fact.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { counted } from './version-words.ts';

interface PacketPanelProps {
  packet: Packet;
  /** Opens a file, where the viewer may. */
  onOpen?: ((path: string, line: number | null) => void) | undefined;
  className?: string;
}

/** What a project says about itself: read, never run. */
export function PacketPanel({ packet, onOpen, className }: PacketPanelProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { technologies, ai_tools, scripts, entry_points, findings, traces } = packet;
  const hasMore = scripts.length > 0 || entry_points.length > 0 || technologies.length > SHOWN;
  return (
    <section aria-labelledby={id} className={cx('card p-5', className)}>
      <h3 id={id} className="mb-3 text-lg">
        About This Project
      </h3>
      <Languages packet={packet} />
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 [&_dd]:font-medium">
        {technologies.length > 0 && (
          <Fact term="Built with">
            {(open ? technologies : technologies.slice(0, SHOWN))
              .map(({ name }) => name)
              .join(', ')}
            {!open && technologies.length > SHOWN && ` and ${technologies.length - SHOWN} more`}
          </Fact>
        )}
        {ai_tools.length > 0 && (
          <Fact term="AI tool, by its marks">
            {ai_tools.map(({ name, marks }) => (
              <span key={name} className="block">
                {name}{' '}
                <span className="font-mono text-2xs font-normal break-all text-ink-soft">
                  {firstPaths(marks)}
                </span>
              </span>
            ))}
          </Fact>
        )}
        {open && entry_points.length > 0 && (
          <Fact term="Begins in">
            <Paths paths={entry_points} onOpen={onOpen} />
          </Fact>
        )}
        {open && scripts.length > 0 && (
          <Fact term="Scripts">
            {scripts.map(({ path, name, command }) => (
              <span key={`${path} ${name}`} className="block font-mono text-2xs break-all">
                {name}: <span className="font-normal text-ink-soft">{command}</span>
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {findings.length > 0 && (
        <ul aria-label="Worth knowing" className="mt-4 space-y-2 border-t border-line pt-4 text-sm">
          {findings.map(({ text, path, line }, place) => (
            <li key={place} className="flex items-start gap-2">
              <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-turn-ink" />
              <span className="min-w-0">
                {text} {path && <PlaceLink path={path} line={line} onOpen={onOpen} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {traces.length > 0 && (
        <div className="mt-4 border-t border-line pt-4 text-sm">
          <h4 className="mb-1.5 font-sans font-medium tracking-normal">
            Where the error in the request points
          </h4>
          <ul className="space-y-1">
            {traces.map(({ text, path, line }, place) => (
              <li key={place} className="min-w-0">
                <PlaceLink path={path} line={line} onOpen={onOpen} />{' '}
                <span className="text-2xs wrap-anywhere text-ink-soft">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasMore && <UnfoldButton open={open} onToggle={setOpen} />}
    </section>
  );
}

const SHOWN = 6;

/** The shares of the languages as one bar, and in words. */
function Languages({ packet: { languages } }: { packet: Packet }) {
  const total = languages.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return null;
  const shown = languages.slice(0, 5);
  return (
    <>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-wait-soft">
        {shown.map(({ name, bytes }, place) => (
          <span
            key={name}
            className={shades[place]}
            style={{ width: `${(bytes / total) * 100}%` }}
          />
        ))}
      </div>
      <ul aria-label="Languages" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-2xs">
        {shown.map(({ name, files, bytes }, place) => (
          <li key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx('size-2 rounded-[2px]', shades[place])} />
            <span className="font-medium">{name}</span>
            <span className="figures text-ink-soft">
              {Math.max(1, Math.round((bytes / total) * 100))} %, {counted(files, 'file')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const shades = ['bg-go', 'bg-turn', 'bg-edge', 'bg-wait-ink', 'bg-line'];

type OnOpen = Pick<PacketPanelProps, 'onOpen'>;

function Paths({ paths, onOpen }: { paths: readonly string[] } & OnOpen) {
  return paths.map((path) => (
    <span key={path} className="block">
      <PlaceLink path={path} line={null} onOpen={onOpen} />
    </span>
  ));
}

/** A place in the project; a button where its file can be opened. */
export function PlaceLink({ path, line, onOpen }: { path: string; line: number | null } & OnOpen) {
  const words = line === null ? path : `${path}:${line}`;
  const look = 'font-mono text-2xs wrap-anywhere';
  if (!onOpen) return <span className={cx(look, 'text-ink-soft')}>{words}</span>;
  return (
    <button
      type="button"
      className={cx(look, 'link text-left max-md:flex max-md:min-h-11 max-md:items-center')}
      onClick={() => onOpen(path, line)}
    >
      {words}
    </button>
  );
}
