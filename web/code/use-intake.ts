import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Snapshot, SnapshotInput } from '#domain/code.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import type { UploadEngine } from '../files/upload-item.ts';
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
  const running = useRef<AbortController>(null);
  const isHandingOver = useRef(false);
  useEffect(() => {
    return () => {
      // What is being handed over comes in without its screen, too.
      if (!isHandingOver.current) running.current?.abort();
    };
  }, []);

  async function attempt(act: (signal: AbortSignal) => Promise<void>) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    try {
      await act(controller.signal);
      uploads.clear();
    } catch (cause) {
      // The server keeps what it has taken already.
      uploads.discard();
      if (!controller.signal.aborted) setProblem(errorText(cause));
    } finally {
      if (running.current === controller) setStage({ at: 'choosing' });
    }
  }

  async function handOver(name: string, body: SnapshotInput, signal: AbortSignal): Promise<void> {
    setStage({ at: 'handing-over', name });
    isHandingOver.current = true;
    const idempotencyKey = sends.keyFor(body);
    const path = { id: ticketId };
    try {
      const options = { path, body, idempotencyKey, signal };
      const snapshot = await api.post('/api/tickets/{id}/snapshots', options);
      sends.done();
      await queryClient.invalidateQueries({ queryKey: keys.code(ticketId) });
      onAdded(snapshot);
    } finally {
      isHandingOver.current = false;
      // Called off too late, it is there.
      if (signal.aborted) void queryClient.invalidateQueries({ queryKey: keys.code(ticketId) });
    }
  }

  async function upload(file: File, as: IntakeAs, signal: AbortSignal): Promise<void> {
    setStage({ at: 'uploading', name: file.name, done: 0 });
    uploads.add([file]);
    const settled = await unlessAborted(uploads.uploadAll(), signal);
    const stored = settled?.uploaded[0];
    if (!stored) throw new Error(reasonOf(await uploads.load()));
    await handOver(file.name, { ...as, file_key: stored.fileKey }, signal);
  }

  const [item] = uploads.items;
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
      attempt((signal) => handOver(git_url, { ...as, git_url, ...(ref && { ref }) }, signal)),
    cancel: () => running.current?.abort(),
  };
}

export type Intake = ReturnType<typeof useIntake>;

const UPLOAD_FAILED = 'The upload did not arrive. Please try again.';

/** Why an upload is not on the server: read where it is known at once, ahead of the next render. */
function reasonOf(engine: UploadEngine | null): string {
  const { items, refused } = engine?.state() ?? { items: [], refused: [] };
  return items[0]?.problem ?? refused[0] ?? UPLOAD_FAILED;
}

/** What it comes to, or the signal's reason if that is first. */
function unlessAborted<Result>(act: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    act.then(resolve, reject);
  });
}
