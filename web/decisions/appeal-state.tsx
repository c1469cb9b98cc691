import type { AppealStatus, Decision } from '#domain/decision.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** The viewer's appeal and its outcome, if any. */
export function AppealState({ decision: { appeal } }: { decision: Decision }) {
  if (!appeal) return null;
  const { label, tone } = words[appeal.status];
  return (
    <div className="w-full space-y-1.5 border-l-2 border-line pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-2xs text-ink-soft">
          You appealed <RelativeTime at={appeal.created_at} />
        </span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{appeal.text}</p>
      {appeal.answer && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          <span className="font-medium">The answer: </span>
          {appeal.answer}
        </p>
      )}
    </div>
  );
}

const words: Record<AppealStatus, { label: string; tone: Tone }> = {
  open: { label: 'Appeal waits for a moderator', tone: 'wait' },
  granted: { label: 'Appeal granted', tone: 'go' },
  denied: { label: 'Appeal denied', tone: 'harm' },
};
