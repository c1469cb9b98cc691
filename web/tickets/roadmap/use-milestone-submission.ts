import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import { MAX_CHECKS } from '#domain/limits.ts';
import { showProblems } from '../../api/form-problems.ts';
import { filesProblem } from '../../files/files-problem.ts';
import type { Said } from '../../files/shield/send-asking.ts';
import { useSending } from '../../files/shield/use-sending.tsx';
import { useFormFiles } from '../../files/use-form-files.ts';
import type { MilestoneFields } from './milestone-fields.ts';
import { showFailure } from './step-failures.ts';

/** The body: typed fields, new files, and files to remove. */
export type MilestoneChanges = MilestoneFields & Said & { removed_files?: string[] };

interface Submission {
  form: UseFormReturn<MilestoneFields>;
  /** The storage key of the form. */
  draft: string;
  /** The submit button's text. */
  act: string;
  save: (changes: MilestoneChanges) => Promise<unknown>;
  onSaved: () => void;
}

/** Source: specification 5, "Milestone form". */
const FILES_NOT_UPLOADED = 'Are you sure you wish to proceed';
const CHECK_FIELDS = Array.from({ length: MAX_CHECKS }, (_, place) =>
  (['text', 'url', 'expect_status', 'expect_text'] as const).map(
    (field) => `checks.${place}.${field}` as const,
  ),
).flat();
const FIELDS = [
  ...(['title', 'description', 'hours', 'minutes', 'hourly_rate', 'due_at'] as const),
  ...CHECK_FIELDS,
];

/**
 * Saves a milestone, after its files are uploaded and keys were dealt with. After a failure the form
 * keeps everything.
 */
export function useMilestoneSubmission({ form, draft, act, save, onSaved }: Submission) {
  const files = useFormFiles(draft, { prompt: FILES_NOT_UPLOADED });
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [filesError, setFilesError] = useState<string>();
  const sending = useSending();

  const submit = form.handleSubmit(async (fields) => {
    setFilesError(undefined);
    const uploaded = await files.ready(act);
    if (!uploaded) return;
    try {
      const changes = withFiles(fields, uploaded, removed);
      const saved = await sending.send(act, (said) => save({ ...changes, ...said }));
      if (saved === false) return;
      files.clear();
      onSaved();
    } catch (cause) {
      showProblems(cause, FIELDS, form.setError);
      setFilesError(filesProblem(cause));
      showFailure('Failed to save milestone', cause, form.setError);
    }
  });

  return {
    submit,
    files: { ...files, error: filesError },
    removed,
    remove: (key: string) => setRemoved([...removed, key]),
    dialog: sending.dialog,
  };
}

function withFiles(
  fields: MilestoneFields,
  uploaded: readonly Upload[],
  removed: readonly string[],
): MilestoneChanges {
  return {
    ...fields,
    ...(uploaded.length > 0 && { file_attachments: uploaded.map(({ fileKey }) => fileKey) }),
    ...(removed.length > 0 && { removed_files: [...removed] }),
  };
}
