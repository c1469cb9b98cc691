import { useLocation, useNavigate } from 'react-router';
import { type Action, acts } from '#domain/acts.ts';
import { paths, sideOf } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { announce } from '../ui/toasts.tsx';
import { type ActRecord, doneOf, ticketIdOf } from './use-act.ts';

/** Source: specification 9, "Delays". */
const DELAY_MS = 50;

/** Announces that an act is done, and goes where it leads. */
export function useFinish() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const side = sideOf(useProfile().user_type);
  return (action: Action, record: ActRecord) => {
    const { leads } = acts[action];
    const done = doneOf(action, record);
    const ticketId = ticketIdOf(record);
    const plan = paths.plan(side, ticketId);
    if (done) announce(done);
    // They have gone elsewhere meanwhile, and are not taken away from there.
    if (location.pathname !== pathname) return;
    // Not to the page that is open, as 'Back' would lead to it again.
    if (leads === 'plan' && pathname !== plan) void navigate(plan);
    if (leads === 'discussion') setTimeout(() => navigate(paths.discussion(ticketId)), DELAY_MS);
  };
}
