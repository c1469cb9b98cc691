import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areas } from './mutation-areas.ts';
import { harmless } from './mutation-harmless.ts';
import { root } from './run.ts';

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`, also with braces in braces. */
function namesIn(pattern: string): string[] {
  const [all, choices] = /\{([^{}]+)\}/.exec(pattern) ?? [];
  if (all === undefined || choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => namesIn(pattern.replace(all, choice)));
}

test.each(areas)('each file of $name is there', ({ files, tests }) => {
  const names = [...files, ...tests].flatMap(namesIn);
  expect(names.filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
});

test('each line that no fault can hurt is still there, in a file that is tried', () => {
  const tried = areas.flatMap(({ files }) => globSync(files, { cwd: root }));
  const gone = harmless.filter(({ file, line }) => {
    if (!tried.includes(file) || !existsSync(join(root, file))) return true;
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return !lines.some((one) => one.trim() === line);
  });
  expect(gone).toEqual([]);
});
