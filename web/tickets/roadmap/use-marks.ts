import { useState } from 'react';
import type { Mark } from '#domain/check-schemas.ts';
import type { Milestone } from '#domain/milestone.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';

type Said = Record<string, { passed: boolean; note: string }>;

/**
 * What the customer says of the checks of the delivery that waits for them. It is kept from one dialog
 * to the next, and goes along with the answer.
 */
export function useMarks({ id, deliveries, checks }: Milestone) {
  const draft = useFormDraft<Said>(`marks.${id}.${deliveries.length}`);
  const [said, setSaid] = useState(() => draft.read() ?? {});
  const marks = checks.flatMap(({ id: check_id }): Mark[] => {
    const { passed, note = '' } = said[check_id] ?? {};
    return passed === undefined ? [] : [{ check_id, passed, note: note.trim() || null }];
  });
  return {
    said,
    marks,
    /** For the body of a call: nothing where nothing was said. */
    along: marks.length > 0 ? { checks: marks } : {},
    say(checkId: string, passed: boolean, note: string) {
      const next = { ...said, [checkId]: { passed, note } };
      setSaid(next);
      draft.keep(next);
    },
  };
}

export type Marks = ReturnType<typeof useMarks>;
