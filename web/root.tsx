import './app.css';
import './api/address-tokens.ts';
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { SERVED_WORDS } from '#domain/site.ts';
import { CONTACT_ADDRESS } from './shell/contact.ts';
import { useBackClosesDialog } from './shell/use-back-closes-dialog.ts';
import { usePageFocus } from './shell/use-page-focus.ts';
import { useSteadyPress } from './shell/use-steady-press.ts';
import { WhenAwake } from './shell/when-awake.tsx';
import { WhenPosting } from './tickets/problem-first/when-posting.tsx';
import { PageSpinner } from './ui/spinner.tsx';

export { ErrorBoundary } from './shell/error-boundary.tsx';

export function meta() {
  return [{ title: 'Unblock' }];
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The first script, and the server, change the root element before React sees it.
    <html lang="en" data-contact={CONTACT_ADDRESS} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script src="/start.js" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14181d" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {fontsComeLater() ? null : (
          <>
            <FontPreload href={textFont} />
            <FontPreload href={displayFont} />
          </>
        )}
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

function FontPreload({ href }: { href: string }) {
  return <link rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />;
}

/** On a slow line, as `public/start.js` has found. */
function fontsComeLater(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset.fonts === 'later';
}

/** Shown on pages that are not prerendered, until their code has loaded. */
export function HydrateFallback() {
  return (
    <>
      {/* The server may put words here, which stay until the screen is drawn; see SERVED_WORDS. */}
      <div
        id={SERVED_WORDS}
        className="peer"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; React leaves alone what is there
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <div className="peer-[:not(:empty)]:hidden">
        <PageSpinner />
      </div>
    </>
  );
}

export default function App() {
  usePageFocus();
  useBackClosesDialog();
  useSteadyPress();
  return (
    <>
      <Outlet />
      <WhenAwake />
      <WhenPosting />
    </>
  );
}
