import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormDraft } from './use-form-draft.ts';

/** Keeps all that is typed in a form as its draft. */
export function useKeptForm<Fields extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Fields>, 'subscribe'>,
  keep: FormDraft<Fields>['keep'],
): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
}
