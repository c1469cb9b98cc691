import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { useSession } from '../../api/session.tsx';
import { type Sending, useSending } from '../../files/shield/use-sending.tsx';
import { navigationState } from '../../shell/origin.ts';
import { alertError, announce } from '../../ui/toasts.tsx';
import { requestDraft } from '../request-draft.ts';
import { holdRequest } from './hold-request.ts';
import { postRequest } from './post-request.ts';
import { postedFor, posting, usePosting } from './posting.ts';

const ACT = 'Submit Request';

/**
 * Sees a submitted request through: has the server hold it while its author confirms their address, and
 * posts it once they are signed in. Lives as long as the tab, whatever page is shown.
 */
export function Poster() {
  const sending = useSending();
  useHold(sending);
  usePost(sending);
  return sending.dialog;
}

/** After a sign-up that a mail has to confirm. */
function useHold({ send }: Sending): void {
  const now = usePosting();
  const { email, signUp } = navigationState(useLocation());
  const isWaiting = now?.stage === 'account' || (now?.stage === 'held' && isHeldForAnother(signUp));
  const hold = useEffectEvent(async (by: { email: string; signUp: string }) => {
    posting.show({ stage: 'holding' });
    try {
      const isHeld = await holdRequest(by, (call) => send(ACT, call));
      if (!isHeld) posting.show({ stage: 'failed' });
    } catch (cause) {
      console.error(cause);
      posting.show({ stage: 'failed' });
    }
  });
  useEffect(() => {
    if (isWaiting && signUp && email) void hold({ email, signUp });
  }, [isWaiting, signUp, email]);
}

/** Its address was changed since, by signing up anew. */
function isHeldForAnother(signUp: string | undefined): boolean {
  const held = requestDraft.held();
  return held !== null && held.signUp !== signUp;
}

function usePost({ send }: Sending): void {
  const { profile } = useSession();
  const navigate = useNavigate();
  const begun = useRef(false);
  const post = useCallback(
    async (person: { email: string | null }) => {
      const id = posting.get()?.id ?? '';
      try {
        const submitted = await postRequest(id, person, (call) => send(ACT, call));
        const { stage, email = '' } = posting.get() ?? {};
        if (stage === 'before') announce(postedFor(email));
        posting.end();
        await navigate(paths.customerDashboard(), {
          replace: true,
          ...(submitted && { state: { submitted } }),
        });
      } catch (cause) {
        console.error(cause);
        posting.end();
        alertError('Failed to create ticket. Please try again.');
        // The draft is shown there.
        await navigate(paths.customerDashboard(), { replace: true });
      }
    },
    [navigate, send],
  );

  useEffect(() => {
    if (!profile || begun.current) return;
    begun.current = true;
    if (posting.get()?.stage === 'before') posting.end();
    else if (profile.user_type === 'customer') void post(profile);
    else {
      posting.end();
      alertError('Only customers can create requests.');
      void navigate(paths.dashboard(), { replace: true });
    }
  }, [profile, post, navigate]);
}
