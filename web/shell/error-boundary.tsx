import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';

/** The last resort. Reloading also fetches code that a new release has replaced. */
export function ErrorBoundary() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <LogoMark size={48} />
      <h1 className="text-2xl">This page could not be shown</h1>
      <p className="text-ink-soft">
        Something went wrong on our side. What you sent before is safe; please load the page again.
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          Try Again
        </Button>
        <Button asChild>
          <a href={paths.home()}>Go Home</a>
        </Button>
      </div>
    </main>
  );
}
