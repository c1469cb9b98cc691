import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import { showProblems } from '../api/form-problems.ts';
import { filesProblem } from '../files/files-problem.ts';
import { useFormFiles } from '../files/use-form-files.ts';
import { useSecretCheck } from '../secrets/use-secret-check.tsx';
import { showFailure } from './failures.ts';
import type { MilestoneFields } from './milestone-fields.ts';

/** What is sent: what was typed, the files that join, and those that go. */
export type MilestoneChanges = MilestoneFields & { removed_files?: string[] };

interface Submission {
  form: UseFormReturn<MilestoneFields>;
  /** Names the form in this browser's memory. */
  draft: string;
  /** The name of the submit button. */
  act: string;
  save: (changes: MilestoneChanges) => Promise<unknown>;
  onSaved: () => void;
}

/** Source: specification 5, "Milestone form". */
const FILES_NOT_UPLOADED = 'Are you sure you wish to proceed';
const FIELDS = ['title', 'description', 'hours', 'minutes', 'hourly_rate'] as const;

/**
 * Saves a milestone, once its files are where they belong and nothing secret goes unseen. When that
 * fails, the form keeps everything.
 */
export function useMilestoneSubmission({ form, draft, act, save, onSaved }: Submission) {
  const files = useFormFiles(draft, FILES_NOT_UPLOADED);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [filesError, setFilesError] = useState<string>();
  const secrets = useSecretCheck();

  const submit = form.handleSubmit(async (fields) => {
    setFilesError(undefined);
    const uploaded = await files.ready(act);
    const safe = uploaded && (await withoutSecrets(fields, uploaded));
    if (!safe) return;
    try {
      await save(withFiles(safe, uploaded, removed));
      files.clear();
      onSaved();
    } catch (cause) {
      showProblems(cause, FIELDS, form.setError);
      setFilesError(filesProblem(cause));
      showFailure('Failed to save milestone', cause, form.setError);
    }
  });

  /** Null when the author would rather go back. */
  async function withoutSecrets(fields: MilestoneFields, uploaded: readonly Upload[]) {
    const { title, description } = fields;
    const texts = [
      { label: 'Title', text: title },
      { label: 'Description', text: description },
    ];
    const checked = await secrets.check({ texts, files: uploaded, act });
    if (!checked) return null;
    return { ...fields, title: checked[0] ?? title, description: checked[1] ?? description };
  }

  return {
    submit,
    files: { ...files, error: filesError },
    removed,
    remove: (key: string) => setRemoved([...removed, key]),
    dialog: secrets.dialog,
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
