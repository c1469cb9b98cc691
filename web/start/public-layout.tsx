import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { whatWaits } from '../accounts/what-waits.ts';
import { NETWORK_ERROR } from '../api/api-error.ts';
import { useSession } from '../api/session.tsx';
import { CONTACT_ADDRESS } from '../shell/contact.ts';
import { MobileMenu } from '../shell/mobile-menu.tsx';
import { type NavItem, NavLinks } from '../shell/nav-links.tsx';
import { OfflineNotice } from '../shell/offline-notice.tsx';
import { navigationState } from '../shell/origin.ts';
import { ThemeSwitch } from '../shell/theme-switch.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { UntilAlive } from '../shell/until-alive.tsx';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { useReturnToOrigin } from '../shell/use-return-to-origin.ts';
import { PostingNotice } from '../tickets/problem-first/posting-notice.tsx';
import { Button } from '../ui/button.tsx';
import { sayPlainlyForNow } from '../ui/say-plainly.ts';
import { Spinner } from '../ui/spinner.tsx';

const items: NavItem[] = [
  { to: paths.learnMore(), label: 'Learn More', more: 'about Unblock' },
  { to: paths.faq(), label: 'FAQ' },
  { to: paths.pricing(), label: 'Pricing' },
  { to: paths.becomeUnblocker(), label: 'Become an Unblocker' },
];

export default function PublicLayout() {
  useReturnToOrigin();
  const { session } = useSession();
  return (
    <UntilAlive>
      <div className="flex min-h-dvh flex-col">
        <TopBar>
          <NavLinks items={items} direction="row" className="max-md:hidden" />
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <ThemeSwitch />
            {session ? (
              <Button asChild variant="primary">
                <Link to={paths.dashboard()}>Dashboard</Link>
              </Button>
            ) : (
              <SignInButton />
            )}
            <MobileMenu>
              <NavLinks items={items} direction="column" />
            </MobileMenu>
          </div>
        </TopBar>
        <OfflineNotice />
        <PostingNotice />
        <WaitingNotice />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        <Footer />
      </div>
    </UntilAlive>
  );
}

/** What a signed-out person was on the way to, as from a mail. */
function WaitingNotice() {
  const { loading, session } = useSession();
  const { from } = navigationState(useLocation());
  const waiting = loading || session ? null : whatWaits(from);
  return (
    <div role="status">
      {waiting && (
        <p className="border-b border-line bg-turn-soft px-4 py-2.5 text-center text-sm text-turn-ink">
          {waiting}
        </p>
      )}
    </div>
  );
}

const footer = [
  { to: paths.unblockers(), label: 'Unblockers' },
  { to: paths.guarantee(), label: 'Our Guarantee' },
  { to: paths.privacyPolicy(), label: 'Privacy Policy' },
  { to: paths.terms(), label: 'Terms of Service' },
  { to: paths.verify(), label: 'Verify Evidence' },
  { to: paths.developers(), label: 'Developers' },
];

function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-5 text-sm text-ink-soft sm:px-6">
        {footer.map(({ to, label }) => (
          <Link key={to} to={to} className={look}>
            {label}
          </Link>
        ))}
        <a href={`mailto:${CONTACT_ADDRESS}`} className={look}>
          Contact Us
        </a>
        <p className="flex min-h-11 items-center sm:ml-auto">
          © 2025 Unblock. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

const look = 'inline-flex min-h-11 items-center hover:text-ink hover:underline';

/** Opens the Sign In dialog; a navigation may ask for it, too, as a link to a request does. */
function SignInButton() {
  const [open, setOpen] = useState(false);
  const dialog = useOnDemand(loadDialog);
  const location = useLocation();
  const { signIn, from } = navigationState(location);
  const asked = signIn === true || whatWaits(from) !== null;

  async function show() {
    const isThere = await dialog.fetch();
    setOpen(isThere);
    if (!isThere) sayPlainlyForNow(NETWORK_ERROR);
  }

  // A new address closes it, as when the form leads on to another page, unless it asks for it.
  useEffect(() => {
    if (asked) void show();
    else setOpen(false);
  }, [asked, location.key]);

  return (
    <>
      <Button
        variant="primary"
        aria-haspopup="dialog"
        aria-busy={dialog.fetching || undefined}
        onPointerEnter={dialog.warmUp}
        onFocus={dialog.warmUp}
        onClick={show}
      >
        {dialog.fetching && <Spinner size={16} label={null} />}
        Sign In
      </Button>
      {dialog.part && <dialog.part open={open} onOpenChange={setOpen} />}
    </>
  );
}

async function loadDialog() {
  const { SignInDialog } = await import('../accounts/sign-in-dialog.tsx');
  return SignInDialog;
}
