import type { Message } from '#domain/message.ts';
import { AppealButton } from './appeal-button.tsx';
import { AppealState } from './appeal-state.tsx';
import { useDecisions } from './use-decisions.ts';

/** Offers the appeal under a decision's line in the thread. */
export function AppealOffer({ message }: { message: Message }) {
  const { data } = useDecisions(message.ticket_id);
  const decision = data?.find(({ message_id }) => message_id === message.id);
  if (!decision) return null;
  return (
    <div className="mt-2 flex flex-col items-start gap-2 text-ink empty:hidden">
      <AppealState decision={decision} />
      <AppealButton decision={decision} />
    </div>
  );
}
