import { DEFAULT_HOURS, type Milestone } from '#domain/milestone.ts';
import { centsToDollars, DEFAULT_HOURLY_RATE_CENTS } from '#domain/money.ts';
import type { MilestoneFields } from './milestone-fields.ts';
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
      start={emptyFields}
      save={acts.addMilestone}
      onClose={onClose}
    />
  );
}

export const emptyFields: MilestoneFields = {
  title: '',
  description: '',
  hours: DEFAULT_HOURS,
  minutes: 0,
  hourly_rate: centsToDollars(DEFAULT_HOURLY_RATE_CENTS),
  checks: [{ text: '' }],
  due_at: null,
};

/** A milestone as typed form fields. */
export function formFields(milestone: Milestone): MilestoneFields {
  const { title, description, estimated_minutes, hourly_rate, due_at } = milestone;
  const [hours, minutes] = [Math.floor(estimated_minutes / 60), estimated_minutes % 60];
  const checks = milestone.checks.map(({ id, text, url, expect_status, expect_text }) => {
    return { id, text, url, expect_status, expect_text };
  });
  // For a planned milestone, the date named in the plan.
  const day = due_at && new Date(due_at).toISOString().slice(0, 10);
  return { title, description, hours, minutes, hourly_rate, checks, due_at: day };
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
      start={formFields(milestone)}
      attached={milestone.file_attachments}
      save={(fields) => acts.saveMilestone(milestone, fields)}
      onClose={onClose}
    />
  );
}
