import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AuditEntry } from '#domain/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { addressOf } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { usePages } from '../api/use-pages.ts';
import { SaveButton } from '../shell/save-button.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Select } from '../ui/select.tsx';
import { auditDetail, auditWords } from './audit-words.ts';
import { PagedList } from './paged-list.tsx';
import { cellLook, RowsTable } from './rows-table.tsx';

const PATH = '/api/moderation/audit';

/** The audit log, newest first. Nothing here can be changed or deleted. */
export function AuditLogTab() {
  const filter = useAuditFilter();
  const list = usePages(keys.audit(filter.query), PATH, { query: filter.query });
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="sr-only">
        Audit Log
      </h2>
      <div className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <Field label="What" className="max-sm:col-span-2 sm:w-56">
          <Select
            value={filter.action}
            onChange={(event) =>
              filter.setAction(AUDIT_ACTIONS.find((known) => known === event.target.value) ?? '')
            }
          >
            <option value="">Anything</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {auditWords(action)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="From" className="min-w-0 sm:w-40">
          <Input
            type="date"
            value={filter.from}
            onChange={(event) => filter.setFrom(event.target.value)}
          />
        </Field>
        <Field label="To" className="min-w-0 sm:w-40">
          <Input
            type="date"
            value={filter.to}
            onChange={(event) => filter.setTo(event.target.value)}
          />
        </Field>
        {filter.request && (
          <Button className="max-sm:col-span-2" onClick={filter.dropRequest}>
            Request #{shortId(filter.request)} ✕
          </Button>
        )}
        <SaveButton
          size="md"
          className="max-sm:col-span-2 sm:ml-auto"
          label="Download CSV"
          save={() => download(filter.query)}
        />
      </div>
      <PagedList
        list={list}
        loading="Loading the audit log"
        empty="Nothing of this kind was done yet."
      >
        {(entries) => <AuditTable entries={entries} />}
      </PagedList>
    </section>
  );
}

function download(query: AuditFilter): Promise<void> {
  const address = addressOf(PATH, { query: { ...query, format: 'csv' } });
  return saveAnswer(address, 'unblock-audit-log.csv');
}

type AuditFilter = ReturnType<typeof useAuditFilter>['query'];

/** The request is in the address, so that other screens can link here. */
function useAuditFilter() {
  const [search, setSearch] = useSearchParams();
  const [action, setAction] = useState<AuditAction | ''>('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const request = search.get('request') ?? '';
  const query = {
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
    ...(request && { ticket_id: request }),
  };
  const dropRequest = () =>
    setSearch({ tab: 'audit-log' }, { replace: true, preventScrollReset: true });
  return { action, setAction, from, setFrom, to, setTo, request, dropRequest, query };
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
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
        <span className="font-medium">{auditWords(entry.action)}</span> {auditDetail(entry)}
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
    <Link to={paths.moderatedRequest(ticket_id)} className="thumb link font-mono text-2xs">
      {target.label}
    </Link>
  );
}
