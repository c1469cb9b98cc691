import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepMessage } from '../api/live-events.ts';
import { useProfile } from '../api/session.tsx';
import { type Sender, sendForOtherTab, sendUnsent } from './send-unsent.ts';
import { unsentMessages } from './unsent-messages.ts';

let sender: Sender | null = null;

/**
 * Sends this person's unsent messages, wherever they are in the product: from earlier pages, and those
 * that waited for the connection.
 */
export function useSendUnsent(): void {
  const queryClient = useQueryClient();
  const author_id = useProfile().id;
  useEffect(() => {
    let here = true;
    const mine: Sender = {
      author_id,
      isHere: () => here,
      keep: (stored) => keepMessage(queryClient, stored),
    };
    sender = mine;
    const send = () => sendUnsent(mine);
    unsentMessages.restore(author_id);
    send();
    const unfollow = unsentMessages.follow((message) => sendForOtherTab(mine, message));
    addEventListener('online', send);
    return () => {
      here = false;
      if (sender === mine) sender = null;
      unfollow();
      removeEventListener('online', send);
    };
  }, [author_id, queryClient]);
}

export function sendSoon(): void {
  if (sender) sendUnsent(sender);
}
