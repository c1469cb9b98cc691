/**
 * A server as a process of its own, to be killed: it takes events of the provider and does the work
 * of the jobs without pause. Its settings come from the environment, as any server's.
 */

import { readConfig } from '../../config/config.ts';
import { connect } from '../../database/database.ts';
import { LiveHub } from '../../database/live-hub.ts';
import { reconcile } from '../../payments/reconcile.ts';
import { buildApp } from '../../start/app.ts';
import { testLog } from '../log.ts';
import { onePool } from '../one-pool.ts';

const config = await readConfig(process.env);
const url = config.databaseUrl ?? '';
const pool = connect(url, { connections: 5 });
const live = new LiveHub({ url, log: testLog });
const app = await buildApp({ config, ...onePool(pool), live, log: testLog });
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
// A job that fails is done again.
for (;;) await reconcile(app.context, { olderThanMs: -1000 }).catch(() => undefined);
