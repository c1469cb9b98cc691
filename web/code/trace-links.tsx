import { useQuery } from '@tanstack/react-query';
import { FileCode } from 'lucide-react';
import { Link } from 'react-router';
import { paths, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { snapshotsOf } from './code-queries.ts';
import { versionWithPacket } from './version-words.ts';

interface TraceLinksProps {
  ticketId: string;
  /** In which a stack trace may be. */
  text: string;
}

/** Only a text that names a line is worth asking for the project. */
const NAMES_LINE = /\w\.[a-z]{1,8}["')]?(?:[:(,][ \w]{0,12}| on line )\d/i;

/** Where the stack trace in a request points in its project, for whoever may open the files. */
export function TraceLinks({ ticketId, text }: TraceLinksProps) {
  const side = sideOf(useProfile().user_type);
  const { data } = useQuery({ ...snapshotsOf(ticketId), enabled: NAMES_LINE.test(text) });
  const version = versionWithPacket(data?.items ?? []);
  if (version?.opens !== 'contents' || !version.packet?.traces.length) return null;
  return (
    <nav aria-label="Where the error points">
      <p className="mb-1 text-2xs text-ink-soft">Where the error points in the project</p>
      <ul className="flex flex-wrap gap-x-4">
        {version.packet.traces.map(({ path, line }) => (
          <li key={`${path}:${line}`} className="max-w-full">
            <Link
              to={paths.planTab(side, ticketId, 'code', {
                version: version.id,
                file: path,
                ...(line !== null && { from: line, to: line }),
              })}
              className="link inline-flex min-h-11 max-w-full items-center gap-1.5 font-mono text-2xs md:min-h-7"
            >
              <FileCode size={14} aria-hidden className="shrink-0" />
              <span className="min-w-0 break-all">{line === null ? path : `${path}:${line}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
