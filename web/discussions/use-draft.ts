import { useState } from 'react';
import { useProfile } from '../api/session.tsx';
import { tabStorage } from './tab-storage.ts';

/** The text being written in one thread; it outlives a reload and a look elsewhere. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const key = `draft.${useProfile().id}.${ticketId}`;
  const [text, setText] = useState(() => tabStorage.read(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      tabStorage.write(key, next);
    },
  ];
}
