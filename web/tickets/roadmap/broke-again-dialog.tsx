import { useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { WordsActDialog } from './words-act-dialog.tsx';

interface BrokeAgainDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** What broke, in words, and which checks of the milestone fail: these are those of its repair. */
export function BrokeAgainDialog({ milestone, onClose }: BrokeAgainDialogProps) {
  const [check_ids, setFailing] = useState<readonly string[]>([]);
  return (
    <WordsActDialog
      action="broke-again"
      record={milestone}
      more={() => ({ check_ids })}
      onClose={onClose}
    >
      <FieldGroup legend="Does Not Work">
        {milestone.checks.map(({ id, text }) => (
          <Checkbox
            key={id}
            label={text}
            checked={check_ids.includes(id)}
            onChange={({ target }) =>
              setFailing(
                target.checked ? [...check_ids, id] : check_ids.filter((each) => each !== id),
              )
            }
          />
        ))}
      </FieldGroup>
    </WordsActDialog>
  );
}
