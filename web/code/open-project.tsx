import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CodeLines, Snapshot } from '#domain/code.ts';
import { MAX_CODE_LINES } from '#domain/limits.ts';
import { isSide } from '#domain/relation.ts';
import { conversationName } from '../api/conversation-name.ts';
import { useProfile } from '../api/session.tsx';
import { downloadHandBack, downloadPatch, downloadProject } from '../files/download-file.ts';
import { dialogOnDemand, onDemand } from '../shell/on-demand.tsx';
import { SaveButton } from '../shell/save-button.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { alertError, announce } from '../ui/toasts.tsx';
import { CodeBrowser } from './code-browser.tsx';
import { type LineRange, useCodePlace } from './code-place.ts';
import { codeReferences } from './code-references.ts';
import { type CodeTabProps, maySendProject } from './code-tab-props.ts';
import { PacketPanel } from './packet-panel.tsx';
import { VersionList } from './version-list.tsx';
import { VersionNotes, VersionState } from './version-state.tsx';
import { isClosed, isHandedBack, openVersion, packetOf, placeIn } from './version-words.ts';

const AddVersionDialog = dialogOnDemand(
  async () => (await import('./add-version-dialog.tsx')).AddVersionDialog,
);
const ChangesView = onDemand(async () => (await import('./changes-view.tsx')).ChangesView, {
  meanwhile: () => <SkeletonText lines={8} />,
});

interface OpenProjectProps extends CodeTabProps {
  /** The newest first, at least one. */
  versions: readonly Snapshot[];
  /** They are being read, perhaps again. */
  isReading: boolean;
}

/** The versions of a project, and one of them: its facts, its files or what it changes. */
export function OpenProject(props: OpenProjectProps) {
  const { ticket, milestones, versions, isReading } = props;
  const me = useProfile().id;
  const asked = useCodePlace();
  const place = placeIn(versions, asked);
  const version = openVersion(versions, place.version);
  if (!version) return null;
  const isReady = version.state === 'ready';
  return (
    <>
      <div className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-2xl">Code</h2>
          <ProjectButtons
            ticket={ticket}
            versions={versions}
            version={version}
            onAdded={place.go}
          />
        </div>
        <VersionList
          versions={versions}
          shown={version}
          me={me}
          titles={new Map(milestones.map((each) => [each.id, each.title]))}
          onShow={(one) => place.go({ version: one.id })}
        />
        {isClosed(versions, asked.version, { isReading }) && (
          <p role="status" className="text-sm text-ink-soft">
            The version of this link is not open to you. This is version {version.number}.
          </p>
        )}
        <VersionState version={version} me={me} />
        {isReady && <VersionNotes version={version} me={me} />}
      </div>
      {isReady && <ReadyVersion key={version.id} {...props} version={version} place={place} />}
    </>
  );
}

interface ReadyVersionProps extends OpenProjectProps {
  version: Snapshot;
  place: ReturnType<typeof useCodePlace>;
}

function ReadyVersion({ ticket, versions, version, place, onDiscuss }: ReadyVersionProps) {
  const { id, opens } = version;
  const hasChanges = version.parent_id !== null || version.kind === 'delivery';
  const view = hasChanges ? (place.view ?? defaultView(version, place.file)) : 'files';
  const ask = ticket.actions.message?.allowed ? putIntoMessage : undefined;

  function open(file: string | null, lines: LineRange | null) {
    // Choosing lines is no step on the way back.
    const isSame = file === place.file && (place.version ?? id) === id;
    place.go({ version: id, ...(file !== null && { file }), ...lines }, isSame);
  }

  function openPlace(path: string, line: number | null) {
    open(path, line === null ? null : { from: line, to: line });
  }

  function putIntoMessage(lines: CodeLines) {
    if (codeReferences.add(conversationName(ticket), lines)) {
      announce('These lines go along with your next message.');
      onDiscuss();
    } else alertError(`One message can be about at most ${MAX_CODE_LINES} places.`);
  }

  const opener = opens === 'contents' ? openPlace : undefined;
  const packet = packetOf(version, versions);
  return (
    <>
      {hasChanges && (
        <ViewSwitch view={view} onView={(next) => place.go({ version: id, view: next })} />
      )}
      {view === 'changes' ? (
        <ChangesView
          version={version}
          versions={versions}
          isSide={isSide(ticket.relation)}
          onOpen={opener}
          onAsk={ask}
        />
      ) : (
        <>
          {packet && <PacketPanel packet={packet} onOpen={opener} />}
          {opens === 'names' && version.why_closed && (
            <p className="text-sm text-ink-soft">{version.why_closed}</p>
          )}
          <CodeBrowser
            snapshot={version}
            file={place.file}
            lines={place.lines}
            onOpen={open}
            onAsk={
              ask &&
              ((path, { from, to }) => ask({ snapshot_id: id, path, from_line: from, to_line: to }))
            }
          />
        </>
      )}
    </>
  );
}

/** What was delivered is looked at for what it changes, unless a file of it is asked for. */
function defaultView({ kind }: Snapshot, file: string | null): 'changes' | 'files' {
  return kind === 'delivery' && file === null ? 'changes' : 'files';
}

interface ProjectButtonsProps extends Pick<OpenProjectProps, 'ticket' | 'versions'> {
  version: Snapshot;
  onAdded: (place: { version: string }) => void;
}

function ProjectButtons({ ticket, versions, version, onAdded }: ProjectButtonsProps) {
  const [adding, setAdding] = useState(false);
  const reads = version.state === 'ready' && version.opens === 'contents';
  return (
    <div className="flex flex-wrap gap-2">
      {reads && version.parent_id !== null && (
        <SaveButton label="Download Patch" save={() => downloadPatch(version.id)} />
      )}
      {reads && <SaveButton label="Download Project" save={() => downloadProject(version.id)} />}
      {ticket.relation === 'customer' && isHandedBack(versions) && (
        <SaveButton
          label="Download All"
          variant="primary"
          title="The whole project, the patch, what changed and why, and rules for your AI tool"
          save={() => downloadHandBack(ticket.id)}
        />
      )}
      {maySendProject(ticket) && (
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden />
          Add a Version
        </Button>
      )}
      {adding && (
        <AddVersionDialog
          ticketId={ticket.id}
          onAdded={({ id }) => {
            setAdding(false);
            onAdded({ version: id });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

interface ViewSwitchProps {
  view: 'changes' | 'files';
  onView: (view: 'changes' | 'files') => void;
}

function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">What is shown of this version</legend>
      {(['files', 'changes'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          variant="ghost"
          aria-pressed={view === one}
          onClick={() => onView(one)}
          className={cx(view === one && 'border-edge! bg-surface')}
        >
          {one === 'files' ? 'Files' : 'Changes'}
        </Button>
      ))}
    </fieldset>
  );
}
