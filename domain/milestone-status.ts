export const MILESTONE_STATUSES = [
  'PLANNED',
  'IN_PROGRESS',
  'IN_REVIEW',
  'ACCEPTED',
  'REJECTED',
] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

export const milestoneStatusLabels: Record<MilestoneStatus, string> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In Progress',
  IN_REVIEW: 'In Review',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
};
