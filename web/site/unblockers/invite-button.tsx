import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import { useSession } from '../../api/session.tsx';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import type { NavigationState } from '../../shell/origin.ts';
import { Button } from '../../ui/button.tsx';

const InviteDialog = dialogOnDemand(async () => (await import('./invite-dialog.tsx')).InviteDialog);

/** In the address: the dialog opens by itself, as for somebody who comes back from signing in. */
const INVITE = 'invite';

/** For customers, and whoever is not signed in yet: invites this unblocker to a request. */
export function InviteButton({ profile }: { profile: UnblockerPage }) {
  const { profile: viewer, codeOwed } = useSession();
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const asked = search.has(INVITE);
  const canInvite = viewer?.user_type === 'customer';
  const isAway = profile.away_until !== null;

  useEffect(() => {
    if (asked && canInvite && !isAway) setOpen(true);
  }, [asked, canInvite, isAway]);

  function close() {
    setOpen(false);
    if (asked) setSearch({}, { replace: true, preventScrollReset: true });
  }

  if (viewer && !canInvite) return null;
  if (isAway)
    return (
      <Button size="lg" className="w-full" disabled>
        Invite to a Request
      </Button>
    );
  if (!viewer) {
    const own = paths.unblocker(profile.slug);
    const state: NavigationState = { signIn: true, from: `${own}?${INVITE}` };
    return (
      <Button asChild size="lg" className="w-full">
        {/* A code of the app is asked for behind the guard, which then leads back here. */}
        <Link
          to={codeOwed ? paths.customerDashboard() : own}
          replace={!codeOwed}
          preventScrollReset
          state={state}
        >
          Invite to a Request
        </Link>
      </Button>
    );
  }
  return (
    <>
      <Button size="lg" className="w-full" onClick={() => setOpen(true)}>
        Invite to a Request
      </Button>
      {open && <InviteDialog unblocker={profile} onClose={close} />}
    </>
  );
}
