import Uppy, { type Meta } from '@uppy/core';
import { getDroppedFiles } from '@uppy/core/utils';
import XHRUpload from '@uppy/xhr-upload';
import { cleanFileName } from '#domain/file.ts';
import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { createStore } from '../ui/create-store.ts';
import { isImageName } from './file-names.ts';
import type { UploadEngine, UploadItem, UploadState, UploadStatus } from './upload-item.ts';
import { type UploadBody, type UploadFile, uploadTransport } from './upload-transport.ts';

/**
 * Uppy without a face: it checks, queues and sends; the screens draw its state. XHR uploads cannot
 * be continued in the middle, so a file that was paused begins anew.
 */
export function createUploadEngine(maxFiles: number): UploadEngine {
  const paused = new Set<string>();
  /** On their way, waiting for one of the five places included. */
  const active = new Set<string>();
  const problems = new Map<string, string>();
  const previews = new Map<string, string>();
  let refused: string[] = [];
  const shown = createStore<UploadState>({ items: [], refused });

  const transport = uploadTransport((id) => {
    if (!uppy.checkIfFileAlreadyExists(id)) return 'forget';
    return paused.has(id) ? 'pause' : 'send';
  });
  const uppy = new Uppy<Meta, UploadBody>({
    autoProceed: false,
    // Every failure is shown on its file.
    logger: { debug: () => undefined, warn: () => undefined, error: () => undefined },
    restrictions: { maxFileSize: MAX_FILE_BYTES, maxNumberOfFiles: maxFiles, minNumberOfFiles: 1 },
  });
  uppy.use(XHRUpload<Meta, UploadBody>, transport.options);

  uppy.on('upload-start', (files) => {
    for (const { id } of files) active.add(id);
  });
  uppy.on('upload-progress', (file) => {
    if (file && problems.delete(file.id)) refresh();
  });
  uppy.on('upload-stalled', ({ message }, files) => {
    for (const { id } of files) if (active.has(id)) problems.set(id, message);
    refresh();
  });
  uppy.on('upload-success', (file) => {
    if (file) settle(file.id, null);
  });
  uppy.on('upload-error', (file, { message }, answer) => {
    if (file) settle(file.id, transport.problemOf(message, answer));
  });
  uppy.on('file-removed', ({ id }) => {
    forget(id);
    refresh();
  });
  uppy.store.subscribe(refresh);

  function settle(id: string, problem: string | null): void {
    active.delete(id);
    if (problem === null) problems.delete(id);
    else problems.set(id, problem);
    refresh();
  }

  function forget(id: string): void {
    for (const known of [paused, active, problems]) known.delete(id);
    const preview = previews.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.delete(id);
  }

  function refresh(): void {
    shown.set({ items: uppy.getFiles().map(toItem), refused });
  }

  function toItem(file: UploadFile): UploadItem {
    const { id, name, size, progress, response } = file;
    const status = statusOf(file);
    const sent = status === 'complete' ? (size ?? 0) : progress.bytesUploaded || 0;
    return {
      id,
      file: file.data as File,
      name: cleanFileName(name),
      size: size ?? 0,
      sent: status === 'paused' || status === 'error' ? 0 : sent,
      status,
      problem: status === 'paused' ? null : (problems.get(id) ?? null),
      preview: previews.get(id) ?? null,
      uploaded: response?.body?.fileKey ? response.body : null,
    };
  }

  function statusOf({ id, progress, size }: UploadFile): UploadStatus {
    if (progress.uploadComplete) return 'complete';
    if (paused.has(id)) return 'paused';
    if (active.has(id)) {
      if (!progress.bytesUploaded) return 'preprocessing';
      return progress.bytesUploaded >= (size ?? 0) ? 'postprocessing' : 'uploading';
    }
    return problems.has(id) ? 'error' : 'waiting';
  }

  function addOne(file: File): void {
    try {
      const id = uppy.addFile(file);
      // What is sent is `meta.name`. Source: specification 9, "Stored upload names".
      const name = `unblock_${Date.now()}_${file.name}`;
      // Tried again after an answer was lost, it stays one upload.
      uppy.setFileMeta(id, { name, idempotencyKey: crypto.randomUUID() });
      if (isImageName(file.name)) previews.set(id, URL.createObjectURL(file));
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      const isFull = uppy.getFiles().length >= maxFiles && maxFiles > 1;
      const reason = isFull ? `${said}: the first ${maxFiles} stay.` : said;
      if (!refused.includes(reason)) refused = [...refused, reason];
    }
  }

  function begin(id: string): void {
    paused.delete(id);
    problems.delete(id);
    // One that still waits for its turn just goes on waiting.
    if (!active.has(id)) onItsWay([id], () => uppy.retryUpload(id));
    refresh();
  }

  /** From now on, not only once Uppy has begun: whoever waits for the end must not take it for that. */
  function onItsWay(ids: readonly string[], send: () => Promise<unknown>): void {
    for (const id of ids) active.add(id);
    refresh();
    send().catch(() => {
      for (const id of ids) active.delete(id);
      refresh();
    });
  }

  const engine: UploadEngine = {
    subscribe: shown.subscribe,
    state: shown.get,
    add(files) {
      refused = [];
      for (const file of files) addOne(file);
      refresh();
    },
    async addDropped(dropped) {
      engine.add(await getDroppedFiles(dropped));
    },
    start() {
      const { items } = shown.get();
      for (const { id, status } of items) {
        if (status === 'paused' || status === 'error') begin(id);
      }
      const waiting = items.filter(({ status }) => status === 'waiting').map(({ id }) => id);
      if (waiting.length > 0) onItsWay(waiting, () => uppy.upload());
    },
    pause(id) {
      if (!active.has(id)) return;
      paused.add(id);
      transport.breakOff(id);
      refresh();
    },
    resume: begin,
    remove: (id) => uppy.removeFile(id),
    clear() {
      refused = [];
      uppy.cancelAll();
      refresh();
    },
    destroy() {
      uppy.destroy();
      for (const url of previews.values()) URL.revokeObjectURL(url);
    },
  };
  return engine;
}
