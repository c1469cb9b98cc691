import { createStore, useStore } from '../ui/create-store.ts';

const store = createStore(true);

/** Whether the server can be reached, as far as the browser and the last reads can tell. */
export const connection = {
  isUp: store.get,
  /** A read was answered. */
  reached: () => set(true),
  /** A read had no answer. */
  lost: () => set(false),
};

export function useIsConnected(): boolean {
  return useStore(store, true);
}

function set(isUp: boolean): void {
  if (store.get() !== isUp) store.set(isUp);
}

if (typeof window !== 'undefined') {
  set(navigator.onLine);
  addEventListener('online', connection.reached);
  addEventListener('offline', connection.lost);
}
