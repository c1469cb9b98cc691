import { expect, it } from 'vitest';
import { roundFolder } from './arrange.ts';

it.each([
  ['a folder round everything', ['shop/package.json', 'shop/src/a.ts'], 'shop/'],
  ['one without a list of packages', ['shop/.env', 'shop/src/a.ts'], 'shop/'],
  ['a part that is a whole project', ['frontend/package.json', 'frontend/src/a.ts'], 'frontend/'],
  ['parts of a project', ['packages/a/package.json', 'packages/b/package.json'], ''],
  ['folders alone', ['shop/a/x.ts', 'shop/b/y.ts'], ''],
  ['a part of a project', ['docs/a.md', 'docs/b.md'], ''],
  ['its source', ['src/index.html', 'src/app.ts'], ''],
  ['its workflows', ['.github/a.yml'], ''],
  ['several', ['a/package.json', 'b/package.json'], ''],
  ['a file', ['package.json'], ''],
])('an archive of %s: what is taken away', (_, paths, folder) => {
  expect(roundFolder(paths, null)).toBe(folder);
});

it.each([
  ['with it', ['shop/package.json', 'shop/a.ts'], ['package.json', 'a.ts'], 'shop/'],
  ['without', ['packages/package.json', 'packages/a.ts'], ['packages/package.json'], ''],
  ['of other files', ['new/x.ts', 'new/y.ts'], ['a.ts'], ''],
])('a delivery comes as the version before it did: %s', (_, paths, before, folder) => {
  expect(roundFolder(paths, new Set(before))).toBe(folder);
});
