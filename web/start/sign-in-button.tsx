import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { navigationState } from '../shell/origin.ts';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Opens the Sign In dialog; a navigation may ask for it, too. */
export function SignInButton() {
  const [open, setOpen] = useState(false);
  const dialog = useOnDemand(loadDialog);
  const location = useLocation();
  const asked = navigationState(location).signIn === true;

  // A new address closes it, as when the form leads on to another page, unless it asks for it.
  useEffect(() => {
    if (asked) void dialog.fetch().then(setOpen);
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
        onClick={async () => setOpen(await dialog.fetch())}
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
