import { useState } from 'react';
import { useProfile } from '../api/session.tsx';
import { userStorage } from '../api/user-storage.ts';

/** The text being written in one thread; it outlives a reload, a crash and a look elsewhere. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const key = `draft.${useProfile().id}.${ticketId}`;
  const [text, setText] = useState(() => userStorage.read(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') userStorage.remove(key);
      else userStorage.write(key, next);
    },
  ];
}
