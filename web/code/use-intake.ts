import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Snapshot, SnapshotInput } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { useUploads } from '../files/use-uploads.ts';
import type { Folder } from './folder-files.ts';
import { packFolder } from './pack-folder.ts';

/** Where code is on its way in. */
export type IntakeStage =
  | { at: 'choosing' }
  | { at: 'packing'; name: string; done: number; leftOut: readonly string[] }
  | { at: 'uploading'; name: string; done: number }
  | { at: 'handing-over'; name: string };

/** What is said of the code that comes in. */
export type IntakeAs = Pick<SnapshotInput, 'kind' | 'milestone_id' | 'holds'>;

/**
 * Brings code in: packs a folder, uploads, and hands the upload or an address to the server, which
 * answers at once and reads it afterwards.
 */
export function useIntake(ticketId: string, onAdded: (snapshot: Snapshot) => void) {
  const queryClient = useQueryClient();
  const uploads = useUploads({ maxFiles: 1 });
  const sends = useIdempotencyKey();
  const [stage, setStage] = useState<IntakeStage>({ at: 'choosing' });
  const [problem, setProblem] = useState<string>();
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function attempt(act: (signal: AbortSignal) => Promise<void>) {
    leaving.current?.abort();
    const controller = new AbortController();
    leaving.current = controller;
    setProblem(undefined);
    try {
      await act(controller.signal);
    } catch (cause) {
      if (!controller.signal.aborted) setProblem(errorText(cause));
    } finally {
      uploads.clear();
      if (leaving.current === controller) setStage({ at: 'choosing' });
    }
  }

  async function post(body: SnapshotInput): Promise<void> {
    const idempotencyKey = sends.keyFor(body);
    const path = { id: ticketId };
    const snapshot = await api.post('/api/tickets/{id}/snapshots', { path, body, idempotencyKey });
    sends.done();
    await queryClient.invalidateQueries({ queryKey: keys.code(ticketId) });
    onAdded(snapshot);
  }

  async function upload(file: File, as: IntakeAs, signal: AbortSignal): Promise<void> {
    setStage({ at: 'uploading', name: file.name, done: 0 });
    uploads.add([file]);
    const { uploaded, unsent } = await uploads.uploadAll();
    signal.throwIfAborted();
    const [stored] = uploaded;
    if (unsent > 0 || !stored) throw new Error(uploadProblem.current ?? UPLOAD_FAILED);
    setStage({ at: 'handing-over', name: file.name });
    await post({ ...as, file_key: stored.fileKey });
  }

  const [item] = uploads.items;
  const uploadProblem = useRef<string | null>(null);
  useEffect(() => {
    uploadProblem.current = item?.problem ?? uploads.refused[0] ?? null;
  });
  const shown: IntakeStage =
    stage.at === 'uploading' && item ? { ...stage, done: item.sent / (item.size || 1) } : stage;

  return {
    stage: shown,
    problem,
    setProblem,
    takeFile: (file: File, as: IntakeAs) => attempt((signal) => upload(file, as, signal)),
    takeFolder: (folder: Folder, as: IntakeAs) =>
      attempt(async (signal) => {
        const { name, leftOut } = folder;
        const tell = (done: number) => setStage({ at: 'packing', name, done, leftOut });
        tell(0);
        await upload(await packFolder(folder, tell, signal), as, signal);
      }),
    takeAddress: (git_url: string, ref: string, as: IntakeAs) =>
      attempt(async () => {
        setStage({ at: 'handing-over', name: git_url });
        await post({ ...as, git_url, ...(ref && { ref }) });
      }),
    cancel: () => leaving.current?.abort(),
  };
}

export type Intake = ReturnType<typeof useIntake>;

const UPLOAD_FAILED = 'The upload did not arrive. Please try again.';
