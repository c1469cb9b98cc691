import { expect, test } from 'vitest';
import { ofRepositories } from './repositories.ts';

test.each([
  [
    ['HEAD', 'config', 'objects/a', 'refs/heads/main', 'a.ts'],
    ['HEAD', 'config', 'objects/a'],
  ],
  [
    ['x/Head', 'x/CONFIG', 'x/Objects/a', 'x/refs/a'],
    ['x/Head', 'x/CONFIG', 'x/Objects/a'],
  ],
  [
    ['x/./HEAD', 'x//objects/a', './x/refs/a'],
    ['x/./HEAD', 'x//objects/a'],
  ],
  [
    ['HEAD', 'commondir', 'x/config'],
    ['HEAD', 'commondir'],
  ],
  [['HEAD', 'config', 'src/objects/a.ts', 'src/refs/b.ts'], []],
  [['config', 'objects/a.ts', 'refs/b.ts', 'src/HEAD'], []],
])('of %j, a repository without .git is made by %j', (paths, left) => {
  expect(paths.filter(ofRepositories(paths))).toEqual(left);
});
