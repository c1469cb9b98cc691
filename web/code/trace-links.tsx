import { useQuery } from '@tanstack/react-query';
import { FileCode } from 'lucide-react';
import { Link } from 'react-router';
import type { Message } from '#domain/message.ts';
import type { Packet } from '#domain/packet.ts';
import { paths, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { snapshotsOf, tracesOf } from './code-queries.ts';
import { namesLine } from './names-line.ts';
import { versionWithPacket } from './version-words.ts';

interface TraceLinksProps {
  ticketId: string;
  /** In which a stack trace may be. */
  text: string;
}

/** Where the stack trace in a request points in its project, for whoever may open the files. */
export function TraceLinks({ ticketId, text }: TraceLinksProps) {
  const { data } = useQuery({ ...snapshotsOf(ticketId), enabled: namesLine(text) });
  const version = versionWithPacket(data?.items ?? []);
  if (version?.opens !== 'contents' || !version.packet?.traces.length) return null;
  return (
    <nav aria-label="Where the error points">
      <p className="mb-1 text-2xs text-ink-soft">Where the error points in the project</p>
      <Places ticketId={ticketId} versionId={version.id} traces={version.packet.traces} />
    </nav>
  );
}

/** The same of a message, in the project as it stands. */
export function MessageTraces({ message }: { message: Message }) {
  const { ticket_id, text } = message;
  const isSide = useProfile().user_type !== 'moderator';
  const { data } = useQuery({ ...snapshotsOf(ticket_id), enabled: isSide && namesLine(text) });
  const head = data?.items.find(({ is_head, opens }) => is_head && opens === 'contents');
  const { data: places } = useQuery({
    ...tracesOf(message, head?.id ?? ''),
    enabled: head !== undefined,
  });
  if (!places?.snapshot_id || places.items.length === 0) return null;
  return (
    <section aria-label="Where the error points" className="not-first:mt-2.5 not-last:mb-2.5">
      <p className="mb-1 text-2xs text-ink-soft">Where the error points in the project</p>
      <Places ticketId={ticket_id} versionId={places.snapshot_id} traces={places.items} />
    </section>
  );
}

interface PlacesProps {
  ticketId: string;
  versionId: string;
  traces: Packet['traces'];
}

function Places({ ticketId, versionId, traces }: PlacesProps) {
  const side = sideOf(useProfile().user_type);
  return (
    <ul dir="ltr" className="flex flex-wrap gap-x-4">
      {traces.map(({ path, line }) => (
        <li key={`${path}:${line}`} className="max-w-full">
          <Link
            to={paths.planTab(side, ticketId, 'code', {
              version: versionId,
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
  );
}
