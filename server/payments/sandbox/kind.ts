import type { ProviderKind } from '../provider.ts';
import { deliverSandboxEvents } from './events.ts';
import { sandboxRoutes } from './routes.ts';
import { sandboxProvider } from './sandbox.ts';

export const sandbox: ProviderKind = {
  check: () => undefined,
  connect: async ({ db, config }) => sandboxProvider(db, config),
  routes: sandboxRoutes,
  everyMinute: deliverSandboxEvents,
};
