import { useState } from 'react';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { Conversation } from './conversation.tsx';

const KeyboardDialog = dialogOnDemand(
  async () => (await import('./keyboard-dialog.tsx')).KeyboardDialog,
);

/** The thread of a request on its roadmap, where the request itself is beside it already. */
export function TabDiscussion({ ticketId }: { ticketId: string }) {
  const [keysShown, setKeysShown] = useState(false);
  return (
    <div className="flex h-[max(26rem,calc(100dvh-13rem))] flex-col *:flex-1">
      <Conversation
        ticketId={ticketId}
        listed={undefined}
        isPart
        onKeys={() => setKeysShown(true)}
      />
      {keysShown && <KeyboardDialog onClose={() => setKeysShown(false)} />}
    </div>
  );
}
