import type { AuditEntry } from '#domain/audit.ts';
import { keys } from '../api/keys.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { auditDetail, auditWords } from './audit-words.ts';
import { PagedList } from './paged-list.tsx';
import { usePaged } from './use-paged.ts';

/** What moderators did, newest first. Nothing here can be changed or removed. */
export function AuditLogTab() {
  const list = usePaged<AuditEntry>(keys.audit(), '/api/moderation/audit');
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="sr-only">
        Audit Log
      </h2>
      <PagedList
        list={list}
        loading="Loading the audit log"
        empty="No moderator has done anything yet."
      >
        {(entries) => <AuditTable entries={entries} />}
      </PagedList>
    </section>
  );
}

/** A table; on phones each row becomes a block of its own. */
function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="card md:px-2">
      <table className="block w-full text-left text-sm md:table">
        <caption className="sr-only">What moderators did, newest first</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b border-line text-2xs text-ink-soft">
            {['When', 'Moderator', 'What', 'Whom', 'Reason'].map((title) => (
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
      <td className={cell}>{entry.actor.full_name}</td>
      <td className={cell}>
        <span className="font-medium">{auditWords[entry.action]}</span> {auditDetail(entry)}
      </td>
      <td className={`${cell} break-all`}>
        {entry.target.label ?? <span className="text-ink-soft">Deleted</span>}
      </td>
      <td className={`${cell} wrap-anywhere whitespace-pre-wrap text-ink-soft`}>{entry.reason}</td>
    </tr>
  );
}

const cell = 'md:px-3 md:py-2.5 md:align-top';
