import type { Page, Route } from '@playwright/test';

/** Does something whose call reaches the server, while its answer is lost on the way back. */
export async function losingAnswer(
  page: Page,
  path: RegExp,
  act: () => Promise<unknown>,
  by = 'POST',
): Promise<void> {
  const isIt = (url: string, method: string) => method === by && path.test(url);
  const lost = page.waitForEvent('requestfailed', (request) =>
    isIt(request.url(), request.method()),
  );
  // Where the act fails first, that is what is said.
  lost.catch(() => undefined);
  const lose = async (route: Route) => {
    if (!isIt(route.request().url(), route.request().method())) return route.fallback();
    await route.fetch();
    await route.abort('internetdisconnected');
  };
  await page.route(path, lose);
  await act();
  await lost;
  await page.unroute(path, lose);
}
