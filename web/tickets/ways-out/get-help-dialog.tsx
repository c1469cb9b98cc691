import { useState } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { getHelpSchema, HELP_REASONS, helpWords } from '#domain/way-out.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { WordsActDialog } from '../roadmap/words-act-dialog.tsx';
import { draftOf } from '../use-act.ts';

/** Asks for a moderator, with a reason and words. */
export function GetHelpDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  // Kept as long as the words beside it.
  const draft = useFormDraft<string>(`${draftOf('get-help', ticket)}.reason`);
  const [reason, write] = useKept(draft, '');
  const [problem, setProblem] = useState<string>();

  /** Further fields; null where one is missing. */
  function more() {
    const checked = getHelpSchema.shape.reason.safeParse(reason);
    setProblem(checked.error?.issues[0]?.message);
    return checked.success ? { reason: checked.data } : null;
  }

  return (
    <WordsActDialog action="get-help" record={ticket} more={more} draft={draft} onClose={onClose}>
      <Field label="Reason" error={problem}>
        <Select value={reason} onChange={({ target }) => write(target.value)}>
          <option value="">Please choose</option>
          {HELP_REASONS.map((each) => (
            <option key={each} value={each}>
              {helpWords[each]}
            </option>
          ))}
        </Select>
      </Field>
    </WordsActDialog>
  );
}
