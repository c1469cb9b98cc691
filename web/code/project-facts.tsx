import { useQuery } from '@tanstack/react-query';
import { snapshotsOf } from './code-queries.ts';
import { PacketPanel } from './packet-panel.tsx';
import { versionWithPacket } from './version-words.ts';

/** What the project of a request says about itself, for whoever thinks about taking it. */
export function ProjectFacts({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(snapshotsOf(ticketId));
  const packet = versionWithPacket(data?.items ?? [])?.packet;
  return packet ? <PacketPanel packet={packet} /> : null;
}
