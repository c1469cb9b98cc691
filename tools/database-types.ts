/** Writes server/database/schema.generated.ts from the migrations themselves. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '../server/database/database.ts';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-types-'));
const database = await startEmbeddedDatabase({ folder, settings: { fsync: 'off' } });
const pool = connect(database.url);
try {
  await migrate(pool);
  execFileSync('kysely-codegen', ['--url', database.url], { stdio: 'inherit' });
} finally {
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true });
}
