import { useCallback, useMemo, useState } from 'react';

/** Whether an act of ours is running, until its new state is shown. */
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
      // After the caller has closed its dialog.
      setTimeout(() => setCount((before) => before - 1));
    }
  }, []);
  return useMemo(() => ({ running: count > 0, while: whileActing }), [count, whileActing]);
}
