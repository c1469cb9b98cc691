import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that the connection is lost, and that nothing typed is. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-turn-soft px-4 py-2 text-sm text-turn-ink">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          You are offline. What you type is kept, and the page catches up when the connection is
          back.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
