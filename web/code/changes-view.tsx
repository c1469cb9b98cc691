import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CodeChanges, CodeLines, Snapshot } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { paths, sideOf } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { userStorage } from '../api/user-storage.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useMedia } from '../ui/use-media.ts';
import { ChangedCodeEntry } from './changed-code-entry.tsx';
import { changesOf, saidOfCode } from './code-queries.ts';
import { asCompared } from './compared-version.ts';
import type { DiffLook } from './hunk-table.tsx';
import { SafetyReportView } from './safety-report.tsx';
import { counted } from './version-words.ts';

interface ChangesViewProps {
  version: Snapshot;
  versions: readonly Snapshot[];
  /** Whether what was said about the lines is theirs to read. */
  isSide: boolean;
  onOpen: ((path: string, line: number | null) => void) | undefined;
  onAsk: ((lines: CodeLines) => void) | undefined;
}

const NOTHING: readonly Message[] = [];

/** More files than these are opened one by one. */
const OPEN_AT_ONCE = 12;

/** What a version changes: counts and the safety report always, the lines once they may be read. */
export function ChangesView({ version: after, versions, isSide, onOpen, onAsk }: ChangesViewProps) {
  const [since, setSince] = useState<string | null>(null);
  const compared = since ?? after.parent_id;
  const version = asCompared(
    after,
    versions.find(({ id }) => id === compared),
  );
  const [look, setLook] = useLook();
  const side = sideOf(useProfile().user_type);
  const { data, error, isPending, refetch } = useQuery(changesOf(version, since));
  const others = versions.filter(
    ({ id, number, state, opens }) =>
      id !== version.id && number < version.number && state === 'ready' && opens !== 'nothing',
  );
  const reads = version.opens === 'contents';
  const said = useQuery({ ...saidOfCode(version.ticket_id), enabled: isSide && reads });
  return (
    <div className="space-y-4">
      {version.report && <SafetyReportView report={version.report} onOpen={onOpen} />}
      {!reads && version.why_closed && (
        <p className="rounded border border-turn bg-turn-soft px-4 py-3 text-sm text-turn-ink">
          {version.why_closed}{' '}
          {side === 'customer' && version.milestone_id !== null && (
            <Link to={paths.review(version.ticket_id, version.milestone_id)} className="link">
              Review and pay
            </Link>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {others.length > 0 ? (
          <Field label="Changed since" className="w-full sm:w-80">
            <Select
              value={since ?? ''}
              onChange={({ target }) => setSince(target.value === '' ? null : target.value)}
            >
              <option value="">{parentWords(version, versions)}</option>
              {others
                .filter(({ id }) => id !== version.parent_id)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {versionWords(one, after)}
                  </option>
                ))}
            </Select>
          </Field>
        ) : (
          <span />
        )}
        {reads && <LookSwitch look={look} onLook={setLook} />}
      </div>
      {isPending && <SkeletonText lines={8} />}
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Summary changes={data} reads={reads} />
          <ul aria-label="Changed files" className="space-y-3">
            {data.items.map((item) => (
              <ChangedCodeEntry
                key={`${since} ${item.path}`}
                snapshot={version}
                since={since}
                before={data.since}
                item={item}
                look={look}
                messages={said.data ?? NOTHING}
                startsOpen={reads && data.items.length <= OPEN_AT_ONCE}
                onAsk={reads ? onAsk : undefined}
              />
            ))}
          </ul>
          {!data.is_complete && (
            <p className="text-2xs text-ink-soft">
              There was too much to show all of it. Download the patch to see the rest.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function parentWords({ parent_id }: Snapshot, versions: readonly Snapshot[]): string {
  const parent = versions.find(({ id }) => id === parent_id);
  return parent ? `Version ${parent.number}, which it was made from` : 'What it was made from';
}

function versionWords(one: Snapshot, version: Snapshot): string {
  const isLastRound = one.kind === 'delivery' && one.milestone_id === version.milestone_id;
  return `Version ${one.number}${isLastRound ? ', an earlier round' : ''}`;
}

function Summary({ changes, reads }: { changes: CodeChanges; reads: boolean }) {
  const { files, added, removed, items } = changes;
  const viewed = items.filter((item) => item.viewed).length;
  return (
    <p role="status" className="figures text-sm font-medium">
      {files === 0
        ? 'Nothing has changed.'
        : `${counted(files, 'file')} changed, ${counted(added, 'line')} added, ${counted(removed, 'line')} removed`}
      {reads && files > 0 && (
        <span className="font-normal text-ink-soft">
          {' '}
          · {viewed} of {items.length} viewed
        </span>
      )}
    </p>
  );
}

interface LookSwitchProps {
  look: DiffLook;
  onLook: (look: DiffLook) => void;
}

function LookSwitch({ look, onLook }: LookSwitchProps) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">How changes are shown</legend>
      {(['unified', 'split'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          variant="ghost"
          aria-pressed={look === one}
          onClick={() => onLook(one)}
          className={cx(look === one && 'border-edge! bg-surface')}
        >
          {one === 'unified' ? 'Unified' : 'Split'}
        </Button>
      ))}
    </fieldset>
  );
}

const LOOK_KEY = 'code-changes-look';

/** As it was chosen last; where there is room, side by side. */
function useLook(): [DiffLook, (look: DiffLook) => void] {
  const isWide = useMedia('(min-width: 64rem)');
  const [chosen, setChosen] = useState(() => userStorage.read(LOOK_KEY));
  const look = chosen === 'split' || (chosen === null && isWide) ? 'split' : 'unified';
  return [
    look,
    (next) => {
      setChosen(next);
      userStorage.write(LOOK_KEY, next);
    },
  ];
}
