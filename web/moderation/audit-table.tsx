import { Link } from 'react-router';
import type { AuditEntry } from '#domain/audit.ts';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { auditDetail, auditWords } from './audit-words.ts';

/** A table; on phones each row becomes a block of its own. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="card md:px-2">
      <table className="block w-full text-left text-sm md:table">
        <caption className="sr-only">What was done, newest first</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b border-line text-2xs text-ink-soft">
            {['When', 'Who', 'What', 'Whom', 'Reason'].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  return (
    <tr className="flex flex-col px-3 py-3 md:table-row md:px-0">
      <td className={`${cell} whitespace-nowrap text-ink-soft max-md:order-last max-md:text-2xs`}>
        <RelativeTime at={entry.at} />
      </td>
      <td className={`${cell} wrap-anywhere`}>{entry.actor.full_name}</td>
      <td className={cell}>
        <span className="font-medium">{auditWords[entry.action]}</span> {auditDetail(entry)}
      </td>
      <td className={`${cell} break-all`}>
        <Target entry={entry} />
      </td>
      <td className={`${cell} wrap-anywhere whitespace-pre-wrap text-ink-soft`}>{entry.reason}</td>
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

const cell = 'md:px-3 md:py-2.5 md:align-top';
