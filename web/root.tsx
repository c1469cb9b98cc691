import './app.css';
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { createQueryClient } from './api/query-client.ts';
import { SessionProvider } from './api/session.tsx';
import { ConfirmProvider } from './ui/confirm-dialog.tsx';
import { PageSpinner } from './ui/spinner.tsx';
import { Toasts } from './ui/toasts.tsx';

export { ErrorBoundary } from './shell/error-boundary.tsx';

export function meta() {
  return [{ title: 'Unblock' }];
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script marks the root element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script src="/theme.js" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link
          rel="preload"
          href={displayFont}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** What stands on pages that are not built beforehand, until their code has arrived. */
export function HydrateFallback() {
  return <PageSpinner />;
}

export default function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <ConfirmProvider>
          <Outlet />
        </ConfirmProvider>
      </SessionProvider>
      <Toasts />
    </QueryClientProvider>
  );
}
