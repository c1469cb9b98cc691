/**
 * Set up before each test file in a lane of `npm run mutants`: writes which lines of which source
 * files the test file ran, where REACH names a file for that.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { linesRun } from './lines-run.ts';
import { root } from './run.ts';

const { REACH } = process.env;

if (REACH) {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  afterAll(async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ours = result
      .map((script) => ({ ...script, file: nameOf(script.url) }))
      .filter(({ file }) => /^(?:domain|server)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
    const lines: Record<string, number[]> = {};
    for (const { scriptId, file, functions } of ours) {
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      lines[file] = linesRun(scriptSource, functions);
    }
    writeFileSync(REACH, JSON.stringify(lines));
    session.disconnect();
  });
}

function nameOf(url: string): string {
  return relative(root, url.startsWith('file:') ? fileURLToPath(url) : url);
}
