import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Upload } from '#domain/file.ts';
import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { takeBack } from './take-back.ts';
import { isMoving, isUnsent, type UploadEngine, type UploadItem } from './upload-item.ts';

/** The files of one form: what was chosen, what is on its way, what is on the server. */
export interface Uploads {
  items: readonly UploadItem[];
  refused: readonly string[];
  /** What the server has, in the order of choosing: send the `fileKey`s along with the form. */
  uploaded: readonly Upload[];
  /** How many were chosen but are neither on the server nor on their way: ask before sending. */
  unsent: number;
  isUploading: boolean;
  /** Null until the code that uploads has loaded. */
  engine: UploadEngine | null;
  /** It could not be loaded, for example because the connection is lost. */
  loadFailed: boolean;
  /** Loads it, if it is not there yet. The Uploader does that when it is shown. */
  load: () => Promise<UploadEngine | null>;
  /** Adds files, loading the code first if need be; until then they count as not uploaded. */
  add: (files: readonly File[]) => void;
  /** Adds what was dropped, folders with all that lies in them. */
  addDropped: (dropped: DataTransfer) => void;
  /** Takes one off the list, and off the server if it is there already. */
  remove: (item: UploadItem) => void;
  /**
   * Resolves once nothing is on its way any more, with what came of it; to null where the form was left
   * or given up meanwhile, which must not go without its files then.
   */
  settled: () => Promise<UploadOutcome | null>;
  /** Starts all that waits or failed, and resolves as `settled` does. */
  uploadAll: () => Promise<UploadOutcome | null>;
  /** Forgets all: after the form was sent. */
  clear: () => void;
  /** Forgets all, and takes back what the server has: when the form is given up. */
  discard: () => void;
}

interface UploadOutcome {
  uploaded: readonly Upload[];
  /** Chosen, but not on the server. */
  unsent: number;
}

interface UploadsOptions {
  /** Specification 9 has 10; a profile image is exactly 1. */
  maxFiles?: number;
}

const nothing = { items: [], refused: [] };

/**
 * Holds the files of one form. It lives as long as the component that calls it: one that stays
 * mounted while its dialog is closed keeps the files, too.
 */
export function useUploads({ maxFiles = MAX_FILES_PER_BATCH }: UploadsOptions = {}): Uploads {
  const { engine, engineRef, loadFailed, load } = useEngine(maxFiles);
  const waiting = useRef<File[]>([]);
  const adding = useRef<Promise<unknown>>(Promise.resolve());
  /** Another number once all was forgotten; none, which equals nothing, once the form was left. */
  const times = useRef(0);
  const state = useSyncExternalStore(
    useCallback((listener) => engine?.subscribe(listener) ?? (() => undefined), [engine]),
    () => engine?.state() ?? nothing,
    () => nothing,
  );

  const clear = useCallback(() => {
    times.current += 1;
    waiting.current = [];
    engineRef.current?.clear();
  }, [engineRef]);
  useEffect(() => {
    const left = times;
    left.current = 0;
    return () => {
      left.current = Number.NaN;
    };
  }, []);
  const discard = useCallback(() => {
    for (const { uploaded } of engineRef.current?.state().items ?? []) {
      if (uploaded) takeBack(uploaded);
    }
    clear();
  }, [engineRef, clear]);

  async function addWaiting(): Promise<UploadEngine | null> {
    const loaded = await load();
    if (loaded && waiting.current.length > 0) loaded.add(waiting.current.splice(0));
    return loaded;
  }

  function begin(act: Promise<unknown>): void {
    adding.current = Promise.allSettled([adding.current, act]);
  }

  function add(files: readonly File[]): void {
    waiting.current.push(...files);
    begin(addWaiting());
  }

  /** What was chosen a moment ago belongs to the form too, although it is not in the list yet. */
  async function allAdded(): Promise<UploadEngine | null> {
    await adding.current;
    return waiting.current.length > 0 ? addWaiting() : engineRef.current;
  }

  async function outcome(starts: boolean): Promise<UploadOutcome | null> {
    const before = times.current;
    const added = await allAdded();
    if (starts) added?.start();
    const { uploaded, unsent } = await settledOf(added);
    if (times.current !== before) return null;
    return { uploaded, unsent: unsent + waiting.current.length };
  }

  return {
    ...state,
    ...outcomeOf(state.items),
    isUploading: state.items.some(isMoving),
    engine,
    loadFailed,
    load,
    add,
    addDropped(dropped) {
      // Folders can only be opened while the event lasts, and only by code that is here already.
      if (engine) begin(engine.addDropped(dropped));
      else add([...dropped.files]);
    },
    remove: (item) => {
      if (item.uploaded) takeBack(item.uploaded);
      engine?.remove(item.id);
    },
    settled: () => outcome(false),
    uploadAll: () => outcome(true),
    clear,
    discard,
  };
}

function useEngine(maxFiles: number) {
  const mounted = useRef(true);
  const engineRef = useRef<UploadEngine | null>(null);
  const [engine, setEngine] = useState<UploadEngine | null>(null);
  const [loadFailed, setLoadFailed] = useState(false);

  const load = useCallback(async () => {
    try {
      const { createUploadEngine } = await import('./upload-engine.ts');
      if (!mounted.current) return null;
      engineRef.current ??= createUploadEngine(maxFiles);
      setLoadFailed(false);
      setEngine(engineRef.current);
    } catch {
      setLoadFailed(true);
    }
    return engineRef.current;
  }, [maxFiles]);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      engineRef.current?.destroy();
      engineRef.current = null;
    };
  }, []);
  return { engine, engineRef, loadFailed, load };
}

function outcomeOf(items: readonly UploadItem[]): UploadOutcome {
  return {
    uploaded: items.flatMap(({ uploaded }) => uploaded ?? []),
    unsent: items.filter(isUnsent).length,
  };
}

function settledOf(engine: UploadEngine | null): Promise<UploadOutcome> {
  if (!engine) return Promise.resolve({ uploaded: [], unsent: 0 });
  return new Promise((resolve) => {
    const stop = engine.subscribe(look);
    look();
    function look() {
      const { items } = engine?.state() ?? nothing;
      if (items.some(isMoving)) return;
      queueMicrotask(() => stop());
      resolve(outcomeOf(items));
    }
  });
}
