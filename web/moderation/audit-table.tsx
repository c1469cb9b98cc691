import { Link } from 'react-router';
import type { AuditEntry } from '#domain/audit.ts';
import { paths } from '#domain/paths.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { auditDetail, auditWords } from './audit-words.ts';
import { cellLook, RowsTable } from './rows-table.tsx';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <RowsTable
      caption="What was done, newest first"
      columns={['When', 'Who', 'What', 'Whom', 'Reason']}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </RowsTable>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  return (
    <tr className="flex flex-col px-3 py-3 md:table-row md:px-0">
      <td
        className={`${cellLook} whitespace-nowrap text-ink-soft max-md:order-last max-md:text-2xs`}
      >
        <RelativeTime at={entry.at} />
      </td>
      <td className={`${cellLook} wrap-anywhere md:min-w-28`}>{entry.actor.full_name}</td>
      <td className={cellLook}>
        <span className="font-medium">{auditWords[entry.action]}</span> {auditDetail(entry)}
      </td>
      <td className={`${cellLook} wrap-anywhere md:min-w-48`}>
        <Target entry={entry} />
      </td>
      <td className={`${cellLook} wrap-anywhere whitespace-pre-wrap text-ink-soft`}>
        {entry.reason}
      </td>
    </tr>
  );
}

function Target({ entry: { target, ticket_id } }: { entry: AuditEntry }) {
  if (target.label === null) return <span className="text-ink-soft">Deleted</span>;
  if (ticket_id === null) return target.label;
  return (
    <Link to={paths.moderatedRequest(ticket_id)} className="link font-mono text-2xs">
      {target.label}
    </Link>
  );
}
