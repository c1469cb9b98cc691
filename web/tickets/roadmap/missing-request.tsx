import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { useProfile } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';

const REDIRECT_MS = 3000;

export function MissingRequest() {
  const navigate = useNavigate();
  const dashboard = ownDashboard(useProfile().user_type);

  useEffect(() => {
    const timer = setTimeout(() => navigate(dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, dashboard]);

  return (
    <div className="mx-auto flex min-h-[50dvh] max-w-md flex-col items-center justify-center gap-5 text-center">
      <h1 className="text-2xl">
        Request not found.{' '}
        <span className="mt-2 block font-sans text-base font-normal tracking-normal text-ink-soft">
          This request does not exist or you don't have permission to view it.
        </span>
      </h1>
      <Button variant="primary" onClick={() => navigate(dashboard, { replace: true })}>
        Return to Dashboard
      </Button>
    </div>
  );
}
