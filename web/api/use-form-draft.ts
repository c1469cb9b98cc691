import { useCallback, useState } from 'react';
import { userStorage } from './user-storage.ts';

/** The content of a form that was closed before it was sent. */
export interface FormDraft<Fields> {
  read: () => Fields | null;
  keep: (fields: Fields) => void;
  drop: () => void;
}

/** Keeps a form's content in this browser until it is sent or cancelled. */
export function useFormDraft<Fields>(name: string): FormDraft<Fields> {
  const key = `draft.${name}`;
  const read = useCallback(() => userStorage.readValue<Fields>(key), [key]);
  const keep = useCallback((fields: Fields) => userStorage.writeValue(key, fields), [key]);
  const drop = useCallback(() => userStorage.remove(key), [key]);
  return { read, keep, drop };
}

/** State of a form that is kept as its draft too: what was kept before, or else `empty`. */
export function useKept<Fields>(
  { read, keep }: FormDraft<Fields>,
  empty: Fields,
): [Fields, (fields: Fields) => void] {
  const [typed, setTyped] = useState(() => read() ?? empty);
  function write(fields: Fields) {
    setTyped(fields);
    keep(fields);
  }
  return [typed, write];
}

interface Changed<Fields> {
  typed: Fields;
  /** What was stored when it was typed. */
  given: string;
}

/** The same for a change of something: once that was changed elsewhere, what was typed is about it no more. */
export function useChangeDraft<Fields>(name: string, given: unknown): FormDraft<Fields> {
  const { read, keep, drop } = useFormDraft<Changed<Fields>>(name);
  const before = JSON.stringify(given);
  const readChange = useCallback(() => {
    const kept = read();
    return kept?.given === before ? kept.typed : null;
  }, [read, before]);
  const keepChange = useCallback((typed: Fields) => keep({ typed, given: before }), [keep, before]);
  return { read: readChange, keep: keepChange, drop };
}

/** The same for words about what goes on now: on another day they are about something else. */
export function useDayDraft<Fields>(name: string): FormDraft<Fields> {
  const [day] = useState(() => new Date().toDateString());
  return useChangeDraft<Fields>(name, day);
}
