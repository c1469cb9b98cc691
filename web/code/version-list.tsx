import { useState } from 'react';
import type { Snapshot } from '#domain/code.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { authorWords, counted } from './version-words.ts';

interface VersionListProps {
  /** The newest first. */
  versions: readonly Snapshot[];
  shown: Snapshot;
  me: string;
  /** The titles of milestones. */
  titles: ReadonlyMap<string, string>;
  onShow: (version: Snapshot) => void;
}

const SHOWN_AT_FIRST = 4;

/** All versions of the project: who brought each in, when, and which one counts. */
export function VersionList({ versions, shown, me, titles, onShow }: VersionListProps) {
  const [all, setAll] = useState(false);
  const first = versions.slice(0, SHOWN_AT_FIRST);
  const listed = all || !first.includes(shown) ? versions : first;
  return (
    <div>
      <ol aria-label="Versions" className="card divide-y divide-line overflow-hidden">
        {listed.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              aria-current={version === shown || undefined}
              onClick={() => onShow(version)}
              className={cx(
                'flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 border-l-2 px-4 py-2 text-left text-sm',
                version === shown
                  ? 'border-go bg-paper forced-colors:no-underline'
                  : 'border-transparent hover:bg-sunken forced-colors:border-l-[Canvas]',
              )}
            >
              <span className="figures font-medium">Version {version.number}</span>
              <StateBadge version={version} />
              <span className="min-w-0 flex-1 basis-40 truncate text-2xs text-ink-soft">
                {authorWords(version, me)} · <RelativeTime at={version.created_at} />
                {version.milestone_id !== null && (
                  <> · for “{titles.get(version.milestone_id) ?? 'a milestone'}”</>
                )}
              </span>
              {version.state === 'ready' && (
                <span className="figures text-2xs text-ink-soft">
                  {counted(version.files, 'file')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {versions.length > SHOWN_AT_FIRST && first.includes(shown) && (
        <UnfoldButton open={all} onToggle={setAll} />
      )}
    </div>
  );
}

function StateBadge({ version: { state, is_head, kind, delivery_id } }: { version: Snapshot }) {
  if (state === 'reading') return <Badge>Being read</Badge>;
  if (state === 'blocked') return <Badge tone="turn">Held back</Badge>;
  if (state === 'failed') return <Badge tone="harm">Failed</Badge>;
  if (is_head) return <Badge tone="go">As it stands</Badge>;
  if (kind === 'delivery') return <Badge>{delivery_id ? 'Delivery' : 'Not submitted'}</Badge>;
  return null;
}
