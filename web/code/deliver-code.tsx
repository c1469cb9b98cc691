import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { refusals } from '#domain/refusals.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { CodeDrop } from './code-drop.tsx';
import { changesOf, snapshotsOf } from './code-queries.ts';
import { IntakeProgress } from './intake-progress.tsx';
import { SafetyReportView } from './safety-report.tsx';
import { type IntakeAs, useIntake } from './use-intake.ts';
import { VersionState } from './version-state.tsx';
import { counted } from './version-words.ts';

interface DeliverCodeProps {
  ticketId: string;
  milestoneId: string;
  me: string;
  disabled: boolean;
}

/** The version that goes along with the next submission of a milestone, if there is one. */
export function deliveryOf(
  versions: readonly Snapshot[] | undefined,
  milestoneId: string,
): Snapshot | undefined {
  return versions?.find((one) => isNext(one, milestoneId) && one.state !== 'failed');
}

/** Whether a version was brought for the next submission of a milestone. */
function isNext(
  { kind, milestone_id, delivery_id, stays_behind }: Snapshot,
  milestoneId: string,
): boolean {
  const isFor = kind === 'delivery' && milestone_id === milestoneId;
  return isFor && delivery_id === null && !stays_behind;
}

/** In the submission of a milestone: takes the changed code, and says what it brings along. */
export function DeliverCode({ ticketId, milestoneId, me, disabled }: DeliverCodeProps) {
  const titleId = useId();
  const { data } = useQuery(snapshotsOf(ticketId));
  const [again, setAgain] = useState(false);
  const [holds, setHolds] = useState<'project' | 'changes'>('project');
  const intake = useIntake(ticketId, () => setAgain(false));
  const newest = data?.items.find((one) => isNext(one, milestoneId));
  const version = newest ?? null;
  const head = data?.items.find(({ is_head }) => is_head);
  // Where the newest one failed, the one before it.
  const goingAlong = deliveryOf(data?.items, milestoneId);
  const isBusy = intake.stage.at !== 'choosing';
  const asks = !isBusy && (again || version === null || version.state === 'failed');

  function as(name: string): IntakeAs {
    const isPatch = /\.(?:patch|diff)$/i.test(name);
    return { kind: 'delivery', milestone_id: milestoneId, ...(!isPatch && { holds }) };
  }

  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <h3 id={titleId} className="font-sans text-sm font-medium tracking-normal">
        Code
      </h3>
      <ErrorBox text={intake.problem} />
      <IntakeProgress intake={intake} />
      {!isBusy && version && !(again && version.state !== 'failed') && (
        <>
          <VersionState version={version} me={me} />
          {goingAlong?.state === 'ready' && (
            <Ready version={goingAlong} isOutdated={goingAlong.parent_id !== (head?.id ?? null)} />
          )}
          {version.state !== 'failed' && (
            <Button
              size="sm"
              variant="ghost"
              className="self-start"
              disabled={disabled}
              onClick={() => setAgain(true)}
            >
              Replace It
            </Button>
          )}
        </>
      )}
      {asks && (
        <>
          <fieldset className="flex flex-wrap gap-x-5 text-sm">
            <legend className="sr-only">What the archive or folder holds</legend>
            {(['project', 'changes'] as const).map((one) => (
              <label key={one} className="inline-flex min-h-11 items-center gap-2 md:min-h-8">
                <input
                  type="radio"
                  name={`${titleId}-holds`}
                  className="size-4.5 accent-go"
                  checked={holds === one}
                  onChange={() => setHolds(one)}
                />
                {one === 'project' ? 'The whole project' : 'Only what changed'}
              </label>
            ))}
          </fieldset>
          <CodeDrop
            label="Choose a Zip or Patch"
            accept=".zip,.tar,.gz,.tgz,.patch,.diff"
            disabled={disabled}
            hint={`A zip, a folder, or a patch as git diff writes it. At most ${MAX_FILE_MB} MB packed.`}
            onFile={(file) => void intake.takeFile(file, as(file.name))}
            onFolder={(folder) => void intake.takeFolder(folder, as(folder.name))}
            onProblem={intake.setProblem}
          />
          {version && version.state !== 'failed' && (
            <Button
              size="sm"
              variant="ghost"
              className="self-start"
              disabled={disabled}
              onClick={() => setAgain(false)}
            >
              Keep Version {version.number}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function Ready({ version, isOutdated }: { version: Snapshot; isOutdated: boolean }) {
  const { data } = useQuery(changesOf(version, null));
  if (isOutdated) return <ErrorBox text={refusals.code_outdated[1]} />;
  return (
    <>
      <p
        role="status"
        className="figures rounded border border-go bg-go-soft px-3 py-2 text-sm text-go-ink"
      >
        Version {version.number} goes along
        {data &&
          `: ${counted(data.files, 'file')} changed, ${counted(data.added, 'line')} added, ${counted(data.removed, 'line')} removed`}
        .
      </p>
      {version.report && <SafetyReportView report={version.report} />}
    </>
  );
}
