import { WifiOff } from 'lucide-react';
import { useIsConnected } from '../api/connection.ts';

/** Says that the connection is lost, or the server, and that nothing typed is. */
export function OfflineNotice() {
  const isConnected = useIsConnected();
  return (
    <div role="status">
      {!isConnected && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-turn-soft px-4 py-2 text-sm text-turn-ink">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          {navigator.onLine ? 'Unblock does not answer.' : 'You are offline.'} You see what was read
          here last. What you type is kept, and the page catches up when the connection is back.
        </p>
      )}
    </div>
  );
}
