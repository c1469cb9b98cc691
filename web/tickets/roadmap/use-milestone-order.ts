import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { step } from '../../api/own-steps.ts';
import { keepPlan } from '../../api/steps.ts';
import { alertError } from '../../ui/toasts.tsx';

interface Ordered {
  /** The plan in its latest order, also while that is being saved. */
  milestones: Milestone[];
  /** Moves a milestone; positions start at 0. */
  move: (from: number, to: number) => void;
  /** The last move in words, for screen readers. */
  said: string;
}

/** The order of a plan, shown at once and saved; the last of several quick moves counts. */
export function useMilestoneOrder(ticketId: string, loaded: Milestone[]): Ordered {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<string[] | null>(null);
  const [said, setSaid] = useState('');
  const waiting = useRef<string[] | null>(null);
  const sending = useRef(false);
  const milestones = wanted === null ? loaded : inOrder(loaded, wanted);

  /** One call at a time, so that they cannot overtake each other. */
  async function send() {
    if (sending.current) return;
    sending.current = true;
    try {
      for (let ids = waiting.current; ids !== null; ids = waiting.current) {
        waiting.current = null;
        const sent = { path: { id: ticketId }, body: { ids } };
        const plan = await step((idempotencyKey) =>
          api.put('/api/tickets/{id}/milestones/order', { ...sent, idempotencyKey }),
        );
        if (waiting.current === null) await keepPlan(queryClient, ticketId, plan);
      }
    } catch (cause) {
      waiting.current = null;
      alertError('Failed to move the milestone. Please try again.', errorText(cause));
      await invalidateTicket(queryClient, ticketId);
    } finally {
      sending.current = false;
      // Moved again while the failure was shown.
      if (waiting.current === null) setWanted(null);
      else void send();
    }
  }

  function move(from: number, to: number) {
    const moved = milestones[from];
    if (from === to || !moved || to < 0 || to >= milestones.length) return;
    waiting.current = withMoved(milestones, from, to).map(({ id }) => id);
    setWanted(waiting.current);
    setSaid(`“${moved.title}” is now ${to + 1} of ${milestones.length}`);
    void send();
  }

  return { milestones, move, said };
}

/** Milestones added meanwhile come last, as on the server. */
function inOrder(milestones: readonly Milestone[], ids: readonly string[]): Milestone[] {
  const place = ({ id }: Milestone) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return milestones.toSorted((one, other) => place(one) - place(other));
}

/** The list with one element taken to another place, both counted from 0. */
function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.slice(from, from + 1);
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...moved);
}
