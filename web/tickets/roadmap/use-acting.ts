import { useCallback, useMemo, useState } from 'react';

/** Whether an act of ours is on its way, its new state included. */
export interface Acting {
  running: boolean;
  while: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

export function useActing(): Acting {
  const [count, setCount] = useState(0);
  const whileActing = useCallback(async <Result>(act: () => Promise<Result>) => {
    setCount((before) => before + 1);
    try {
      return await act();
    } finally {
      // After whoever asked has closed its dialog.
      setTimeout(() => setCount((before) => before - 1));
    }
  }, []);
  return useMemo(() => ({ running: count > 0, while: whileActing }), [count, whileActing]);
}
