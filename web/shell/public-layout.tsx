import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { SignInDialog } from '../account/sign-in-dialog.tsx';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Footer } from './footer.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { type NavItem, NavLinks } from './nav-links.tsx';
import { navigationState } from './origin.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { TopBar } from './top-bar.tsx';
import { useReturnToOrigin } from './use-return-to-origin.ts';

const items: NavItem[] = [
  { to: paths.learnMore(), label: 'Learn More' },
  { to: paths.faq(), label: 'FAQ' },
  { to: paths.pricing(), label: 'Pricing' },
  { to: paths.becomeUnblocker(), label: 'Become an Unblocker' },
];

export default function PublicLayout() {
  useReturnToOrigin();
  const { session } = useSession();
  const asked = navigationState(useLocation()).signIn === true;
  const [signingIn, setSigningIn] = useState(false);
  useEffect(() => {
    if (asked) setSigningIn(true);
  }, [asked]);

  const entry = session ? (
    <Button asChild variant="primary">
      <Link to={paths.dashboard()}>Dashboard</Link>
    </Button>
  ) : (
    <Button variant="primary" onClick={() => setSigningIn(true)}>
      Sign In
    </Button>
  );

  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <NavLinks items={items} direction="row" className="max-md:hidden" />
        <div className="ml-auto flex items-center gap-1">
          <ThemeSwitch />
          {entry}
          <MobileMenu>
            <NavLinks items={items} direction="column" />
          </MobileMenu>
        </div>
      </TopBar>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <SignInDialog open={signingIn} onOpenChange={setSigningIn} />
    </div>
  );
}
