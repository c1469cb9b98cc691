import { type MilestoneStatus, milestoneStatusLabels } from '#domain/milestone-status.ts';
import { Badge, type Tone } from './badge.tsx';

interface MilestoneBadgeProps {
  status: MilestoneStatus;
  tone?: Tone | undefined;
}

export function MilestoneBadge({ status, tone }: MilestoneBadgeProps) {
  return <Badge tone={tone ?? tones[status]}>{milestoneStatusLabels[status]}</Badge>;
}

const tones: Record<MilestoneStatus, Tone> = {
  PLANNED: 'wait',
  IN_PROGRESS: 'wait',
  IN_REVIEW: 'wait',
  ACCEPTED: 'go',
  REJECTED: 'harm',
};
