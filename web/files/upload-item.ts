import type { Upload } from '#domain/file.ts';

/** Source: specification 4.5, "Uploads". */
export type UploadStatus =
  | 'waiting'
  | 'preprocessing'
  | 'uploading'
  | 'postprocessing'
  | 'paused'
  | 'complete'
  | 'error';

/** One chosen file on its way to the server. */
export interface UploadItem {
  id: string;
  /** As it was chosen. */
  file: File;
  /** As the server will show it. */
  name: string;
  /** Bytes. */
  size: number;
  /** Bytes. */
  sent: number;
  status: UploadStatus;
  /** Why it failed, or that it does not move on. */
  problem: string | null;
  /** A picture of it in this browser's memory, for images. */
  preview: string | null;
  /** Once it is complete: what the server made of it. */
  uploaded: Upload | null;
}

export interface UploadState {
  items: readonly UploadItem[];
  /** Why the files chosen last were not taken, each reason once. */
  refused: readonly string[];
}

/** What moves files; the one implementation is in `upload-engine.ts`, which loads when first needed. */
export interface UploadEngine {
  subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  state: () => UploadState;
  add: (files: readonly File[]) => void;
  /** What was dropped, folders with all that lies in them. */
  addDropped: (dropped: DataTransfer) => Promise<void>;
  /** Begins all that waits, was paused or failed. */
  start: () => void;
  pause: (id: string) => void;
  /** Begins one that was paused or failed anew. */
  resume: (id: string) => void;
  /** Takes one off the list, wherever it is on its way. */
  remove: (id: string) => void;
  clear: () => void;
  destroy: () => void;
}

/** Whether a file is on its way just now. */
export function isMoving({ status }: UploadItem): boolean {
  return status === 'preprocessing' || status === 'uploading' || status === 'postprocessing';
}

/** Whether a file was chosen, but is neither on the server nor on its way there. */
export function isUnsent({ status }: UploadItem): boolean {
  return status === 'waiting' || status === 'paused' || status === 'error';
}
