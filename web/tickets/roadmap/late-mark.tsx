import type { Milestone } from '#domain/milestone.ts';
import { Badge } from '../../ui/badge.tsx';

/** Past its due date: a word and a shape beside the colour. */
export function LateMark({ milestone }: { milestone: Pick<Milestone, 'late'> }) {
  return milestone.late ? <Badge tone="harm">Late</Badge> : null;
}
