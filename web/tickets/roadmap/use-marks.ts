import type { Mark } from '#domain/check-schemas.ts';
import type { Milestone } from '#domain/milestone.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';

type Said = Record<string, { passed: boolean; note: string }>;

/**
 * The customer's marks on the checks of the delivery in review. They are kept between dialogs, and sent
 * with the answer.
 */
export function useMarks({ id, deliveries, checks }: Milestone) {
  const draft = useFormDraft<Said>(`marks.${id}.${deliveries.length}`);
  const [said, write] = useKept(draft, {});
  const marks = checks.flatMap(({ id: check_id }): Mark[] => {
    const { passed, note = '' } = said[check_id] ?? {};
    return passed === undefined ? [] : [{ check_id, passed, note: note.trim() || null }];
  });
  return {
    said,
    marks,
    /** For a call's body; nothing without marks. */
    along: marks.length > 0 ? { checks: marks } : {},
    say: (checkId: string, passed: boolean, note: string) =>
      write({ ...said, [checkId]: { passed, note } }),
  };
}

export type Marks = ReturnType<typeof useMarks>;
