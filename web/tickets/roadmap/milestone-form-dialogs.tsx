import { DEFAULT_HOURS, type Milestone } from '#domain/milestone.ts';
import { centsToDollars, DEFAULT_HOURLY_RATE_CENTS } from '#domain/money.ts';
import { MilestoneForm } from './milestone-form.tsx';
import { usePlan } from './plan-context.ts';
import { usePlanActs } from './use-plan-acts.ts';

export function AddMilestoneDialog({ onClose }: { onClose: () => void }) {
  const { ticket } = usePlan();
  const acts = usePlanActs();
  return (
    <MilestoneForm
      title="Add New Milestone"
      act="Add Milestone"
      draft={`milestone.of.${ticket.id}`}
      start={{
        title: '',
        description: '',
        hours: DEFAULT_HOURS,
        minutes: 0,
        hourly_rate: centsToDollars(DEFAULT_HOURLY_RATE_CENTS),
      }}
      save={acts.addMilestone}
      onClose={onClose}
    />
  );
}

interface EditMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

export function EditMilestoneDialog({ milestone, onClose }: EditMilestoneDialogProps) {
  const acts = usePlanActs();
  return (
    <MilestoneForm
      title="Edit Milestone"
      act="Save Milestone"
      draft={`milestone.${milestone.id}`}
      start={{
        title: milestone.title,
        description: milestone.description,
        hours: Math.floor(milestone.estimated_minutes / 60),
        minutes: milestone.estimated_minutes % 60,
        hourly_rate: milestone.hourly_rate,
      }}
      attached={milestone.file_attachments}
      save={(fields) => acts.saveMilestone(milestone, fields)}
      onClose={onClose}
    />
  );
}
