import { noteRoutes, type RegisteredRoute } from './note-routes.ts';
import { openWorld, type World } from './world.ts';

/** A world with every route that its server registered under /api, hidden ones too. */
export async function openWorldWithRoutes(): Promise<{ world: World; routes: RegisteredRoute[] }> {
  const { built, routes } = await noteRoutes(openWorld);
  return { world: built, routes: routes.filter(({ url }) => url.startsWith('/api/')) };
}
