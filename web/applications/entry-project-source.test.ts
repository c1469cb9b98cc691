import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { entrySource } from './entry-project-source.ts';

const file = (path: string) => ({ path, size: 10, lines: 1, text: `// ${path}\n` });
const source = entrySource({ files: ['README.md', 'lib/a.js', 'lib/b.js'].map(file) });
const client = new QueryClient();

test('a project that is at hand is read folder by folder, as one of the server', async () => {
  const top = await client.fetchQuery(source.folder(''));
  expect(top.items).toMatchObject([
    { name: 'README.md', type: 'file', files: 1, kind: 'text' },
    { name: 'lib', path: 'lib', type: 'folder', files: 2, size: 20, kind: null },
  ]);
  const lib = await client.fetchQuery(source.folder('lib'));
  expect(lib.items.map(({ path }) => path)).toEqual(['lib/a.js', 'lib/b.js']);
  expect(await client.fetchQuery(source.file('lib/a.js'))).toMatchObject({
    text: '// lib/a.js\n',
    is_complete: true,
    url: null,
  });
  await expect(client.fetchQuery(source.file('lib/c.js'))).rejects.toThrow('no such file');
});
