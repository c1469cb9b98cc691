import { describe, expect, it, test } from 'vitest';
import { workOf } from '../../testing/own-time.ts';
import { OwnPaths } from './own-paths.ts';
import { attemptIn } from './read-attempt.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const user = (content: unknown, more = {}) => ({
  type: 'user',
  sessionId: 's',
  cwd: '/app/shop',
  timestamp: '2026-01-02T03:04:05.000Z',
  message: { role: 'user', content },
  ...more,
});
const answer = (...content: unknown[]) => ({
  type: 'assistant',
  sessionId: 's',
  cwd: '/app/shop',
  message: { role: 'assistant', content },
});
const edit = (file_path: string) => ({ type: 'tool_use', name: 'Edit', input: { file_path } });
const result = (content: string) => user([{ type: 'tool_result', content, is_error: true }]);

test('a session of Claude Code becomes a timeline of what was asked for, touched and broken', () => {
  const session = lines(
    { type: 'summary', summary: 'Login' },
    user('<command-name>/clear</command-name>'),
    user('Fix the login'),
    answer(
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'I look.' },
      edit('/app/shop/src/login.ts'),
    ),
    result("src/login.ts(12,5): error TS2304: Cannot find name 'user'."),
    answer({ type: 'tool_use', name: 'Read', input: { file_path: '/app/shop/README.md' } }),
    answer(edit('/app/shop/src/login.ts'), { type: 'text', text: 'It is fixed.' }),
    user('beside', { isSidechain: true }),
    user('It still loops'),
    answer(edit('/app/shop/src/session.ts')),
    result("src/login.ts(40,7): error TS2304: Cannot find name 'user'."),
  );
  expect(attemptIn(session)).toEqual({
    kind: 'claude_code',
    steps: [
      {
        at: '2026-01-02T03:04:05.000Z',
        prompt: 'Fix the login',
        answer: 'It is fixed.',
        files: ['src/login.ts'],
        errors: ["src/login.ts(12,5): error TS2304: Cannot find name 'user'."],
      },
      {
        at: '2026-01-02T03:04:05.000Z',
        prompt: 'It still loops',
        answer: null,
        files: ['src/session.ts'],
        errors: ["src/login.ts(40,7): error TS2304: Cannot find name 'user'."],
      },
    ],
    files: [
      { path: 'src/login.ts', count: 1 },
      { path: 'src/session.ts', count: 1 },
    ],
    errors: [{ text: "src/login.ts(12,5): error TS2304: Cannot find name 'user'.", count: 2 }],
    text: null,
    is_complete: true,
  });
});

const said = (text: string) => {
  const { kind, steps } = attemptIn(text);
  return { kind, steps: steps.map(({ prompt, answer: words }) => [prompt, words]) };
};
const TALK = {
  kind: 'chat',
  steps: [
    ['Fix it', 'Done in src/a.ts.'],
    ['Again', 'Sorry.'],
  ],
};

describe('a chat is read', () => {
  const node = (parent: string | null, role: string, text: string) => ({
    parent,
    children: [],
    message: {
      author: { role },
      create_time: 1_700_000_000,
      content: { content_type: 'text', parts: [text] },
    },
  });
  const mapping = {
    root: { parent: null, children: ['a'], message: null },
    a: node('root', 'user', 'Fix it'),
    b: node('a', 'assistant', 'Done in src/a.ts.'),
    other: node('b', 'user', 'Left behind'),
    c: node('b', 'user', 'Again'),
    d: node('c', 'assistant', 'Sorry.'),
  };
  const old = { title: 'Private', update_time: 1, mapping: { x: node(null, 'user', 'My taxes') } };
  const plain = [
    { role: 'user', content: 'Fix it' },
    { role: 'assistant', content: [{ type: 'text', text: 'Done in src/a.ts.' }] },
    { role: 'user', content: [{ type: 'text', text: '<task>Again</task>' }] },
    { role: 'assistant', content: 'Sorry.' },
  ];
  it.each([
    [
      'from an export of ChatGPT, the newest alone',
      JSON.stringify([old, { update_time: 2, current_node: 'd', mapping }]),
    ],
    ['from a list of messages', JSON.stringify(plain)],
    ['from messages in an object', JSON.stringify({ title: 'x', messages: plain })],
    [
      'from an export of Claude',
      JSON.stringify({
        chat_messages: plain.map(({ role, content }) => ({
          sender: role === 'user' ? 'human' : role,
          content,
        })),
      }),
    ],
    ['from lines of JSON', lines(...plain.map((payload) => ({ type: 'response_item', payload })))],
    [
      'from Markdown of Cursor',
      '# Chat\n_Exported_\n\n---\n\n**User**\n\nFix it\n\n---\n\n**Cursor**\n\nDone in src/a.ts.\n\n---\n\n**User**\n\nAgain\n\n---\n\n**Cursor**\n\nSorry.\n',
    ],
    [
      'from Markdown of Cline',
      '**User:**\n\nFix it\n\n---\n\n**Assistant:**\n\nDone in src/a.ts.\n\n---\n\n**User:**\n\nAgain\n\n---\n\n**Assistant:**\n\nSorry.',
    ],
    [
      'from what was copied',
      'You said:\nFix it\nChatGPT said:\nDone in src/a.ts.\nYou said:\nAgain\nChatGPT said:\nSorry.',
    ],
    [
      'with headings',
      '## Human\nFix it\n## Assistant\nDone in src/a.ts.\n## Human\nAgain\n## Assistant\nSorry.',
    ],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual(TALK);
  });

  it('with the files that its answers name', () => {
    expect(attemptIn(JSON.stringify(plain)).files).toEqual([{ path: 'src/a.ts', count: 1 }]);
  });
});

describe('a history of Git is read', () => {
  const log = `commit 1111111111111111111111111111111111111111 (HEAD -> main)
Author: Ann <ann@example.com>
Date:   Fri Jan 2 03:04:05 2026 +0000

    Fix the login again

    It looped.
    Co-authored-by: Claude <x@example.com>

 src/login.ts                 | 12 ++++--
 src/{old => new}/session.ts  |  2 +-
 2 files changed, 9 insertions(+), 5 deletions(-)

commit 2222222222222222222222222222222222222222
Author: Ann <ann@example.com>
Date:   2026-01-01 03:04:05 +0000

    Fix the login

M\tsrc/login.ts
`;
  it('with its files, the oldest first, and without names of people', () => {
    const attempt = attemptIn(log);
    expect(attempt).toMatchObject({
      kind: 'git',
      steps: [
        {
          at: '2026-01-01T03:04:05.000Z',
          prompt: 'Fix the login',
          answer: null,
          files: ['src/login.ts'],
        },
        {
          at: '2026-01-02T03:04:05.000Z',
          prompt: 'Fix the login again',
          answer: 'It looped.',
          files: ['src/login.ts', 'src/new/session.ts'],
        },
      ],
      files: [
        { path: 'src/login.ts', count: 2 },
        { path: 'src/new/session.ts', count: 1 },
      ],
    });
    expect(JSON.stringify(attempt)).not.toContain('example.com');
  });

  it('from one line each', () => {
    const short = 'a1b2c3d (HEAD -> main) Third\nb1b2c3d Second\nc1b2c3d First\n';
    expect(said(short).steps).toEqual([
      ['First', null],
      ['Second', null],
      ['Third', null],
    ]);
  });
});

test('what cannot be told apart is kept as words, with the errors that came again', () => {
  const text =
    'I asked it three times.\nTypeError: x is undefined at /a/b.ts:1\nTypeError: x is undefined at /a/b.ts:9\n';
  expect(attemptIn(text)).toEqual({
    kind: 'text',
    steps: [],
    files: [],
    errors: [{ text: 'TypeError: x is undefined at /a/b.ts:1', count: 2 }],
    text: text.trim(),
    is_complete: true,
  });
  expect(attemptIn('{"broken": ').kind).toBe('text');
  expect(attemptIn('')).toMatchObject({ kind: 'text', text: '' });
});

/** Of Linux; put together, as no file of the product names a folder of one machine. */
const HOMES = ['', 'home'].join('/');

describe('the other side does not learn what somebody is called on their machine', () => {
  it.each([
    ['Look at /Users/maya/shop/src/a.ts.', 'Look at ~/shop/src/a.ts.'],
    [`in "${HOMES}/maya/a.ts", line 3`, 'in "~/a.ts", line 3'],
    [`cd ${HOMES}/maya`, 'cd ~'],
    ['(file:///Users/maya/shop/a.ts:3:1)', '(~/shop/a.ts:3:1)'],
    [`at f (webpack://${HOMES}/maya/a.ts:1:2)`, 'at f (webpack:~/a.ts:1:2)'],
    ['GET http://localhost:5173/@fs/Users/maya/a.ts', 'GET http://localhost:5173/@fs~/a.ts'],
    ['gcc -I/home/maya/include', 'gcc -I~/include'],
    ['C:\\Users\\maya\\shop\\a.ts(3,1)', '~\\shop\\a.ts(3,1)'],
    ['"C:\\\\Users\\\\Maya Smith\\\\a.ts"', '"~\\\\a.ts"'],
    ["c:/users/Maya O'Neil/a.ts", '~/a.ts'],
    ['\\\\?\\C:\\Users\\maya\\a.ts', '~\\a.ts'],
    ['file:///C:/Users/maya/a.ts', '~/a.ts'],
    ['/mnt/c/Users/maya/a.ts', '~/a.ts'],
    ['/c/Users/maya/a.ts', '~/a.ts'],
    ['\\\\wsl$\\Ubuntu\\home\\maya\\a.ts', '~\\a.ts'],
    ['/System/Volumes/Data/Users/maya/a.ts', '~/a.ts'],
    ['"\\/home\\/maya\\/a.php"', '"~\\/a.php"'],
    [`+${HOMES}/maya/a and **${HOMES}/maya/b**`, '+~/a and **~/b**'],
    ['见/Users/玛雅/a.ts', '见~/a.ts'],
    ['~/.claude/projects/-Users-maya-shop/a.jsonl', '~/.claude/projects/…/a.jsonl'],
  ])('%s', (text, words) => {
    expect(attemptIn(text).text).toBe(words);
  });

  it.each([
    `src/home/page.tsx and ./home/a.ts, ../home/b.ts and app/(shop)${HOMES}/c.tsx`,
    'GET /users/42 answers 404',
    'https://example.com/home/products',
    'import { Users } from "@/Users/list"',
    'pages\\home\\index.tsx',
  ])('but a folder of the project keeps its name: %s', (text) => {
    expect(attemptIn(text).text).toBe(text);
  });

  it('paths are those of the project, where its folder is known', () => {
    const session = (cwd: string, own: string) =>
      lines(
        user(`Fix ${own}`, { cwd }),
        { ...answer(edit(own), { type: 'text', text: `Done in ${own}:3, from ${cwd}` }), cwd },
        user([{ type: 'tool_result', content: `Error: no x\nError: in ${own}` }], { cwd }),
      );
    const expected = {
      steps: [
        { prompt: 'Fix src/a.ts', answer: 'Done in src/a.ts:3, from .', files: ['src/a.ts'] },
      ],
      files: [{ path: 'src/a.ts', count: 1 }],
    };
    expect(attemptIn(session('/Users/maya/shop', '/Users/maya/shop/src/a.ts'))).toMatchObject(
      expected,
    );
    expect(attemptIn(session('/srv/shop', '/srv/shop/src/a.ts'))).toMatchObject(expected);
    const windows = attemptIn(session('C:\\Users\\maya\\shop', 'c:\\Users\\maya\\shop\\src\\a.ts'));
    expect(windows).toMatchObject({
      steps: [
        {
          prompt: 'Fix src\\a.ts',
          files: ['src/a.ts'],
          errors: ['Error: no x', 'Error: in src\\a.ts'],
        },
      ],
    });
    const codex = lines(
      { type: 'session_meta', payload: { cwd: `${HOMES}/maya/shop` } },
      {
        type: 'response_item',
        payload: { role: 'user', content: `See ${HOMES}/maya/shop/src/a.ts` },
      },
      { type: 'response_item', payload: { role: 'user', content: `And ${HOMES}/maya/other/b.ts` } },
    );
    expect(said(codex).steps).toEqual([
      ['See src/a.ts', null],
      ['And ~/other/b.ts', null],
    ]);
  });

  it('a folder beside the project is another, and the whole machine is none', () => {
    const paths = new OwnPaths();
    for (const folder of ['/', 'C:\\', '', '/srv/shop']) paths.within(folder);
    expect(paths.inText('/srv/shop-old/a /srv/shop/b /x/srv/shop/c')).toBe(
      '/srv/shop-old/a b /x/srv/shop/c',
    );
  });

  it('a folder above all homes gives no name away', () => {
    const paths = new OwnPaths();
    paths.within('/Users');
    expect(paths.inText('/Users/maya/a.ts')).toBe('~/a.ts');
  });

  it('nor do words that were cut in the middle of a path', () => {
    const cut = `${'x '.repeat(9994)}/Users/maya-smith`;
    expect(attemptIn(cut).text).not.toContain('maya');
  });

  it.each([
    ['separators', () => '/'.repeat(2_000_000)],
    ['separators both ways', () => '\\/'.repeat(1_000_000)],
    ['homes', () => '/home'.repeat(400_000)],
    ['homes of somebody', () => '/Users/a '.repeat(200_000)],
    ['a name without end', () => `C:\\Users\\${'a '.repeat(1_000_000)}`],
    ['apostrophes', () => `/Users/${"a'".repeat(1_000_000)}`],
    ['volumes', () => '/Volumes/a'.repeat(200_000)],
    ['drives', () => '/c/c:'.repeat(400_000)],
    ['flattened', () => '/-Users-'.repeat(250_000)],
    ['the folder itself', () => '/a/a/a/a'.repeat(250_000)],
  ])('2 MB of %s take no time', (_, make) => {
    const paths = new OwnPaths();
    paths.within('/a/a/a/a/a');
    paths.within(`/${'b/'.repeat(140)}`);
    const text = make();
    expect(workOf(() => paths.inText(text))).toBeLessThan(3000);
  });
});

describe('hostile input is read in a moment, and little is kept of it', () => {
  const MB = 1024 * 1024;
  it.each<[string, () => string]>([
    ['a million lines', () => 'x\n'.repeat(1_000_000)],
    ['a million turns', () => 'User:\nx\nAssistant:\ny\n'.repeat(250_000)],
    [
      'a million messages',
      () => `${JSON.stringify({ role: 'user', content: 'x' })}\n`.repeat(400_000),
    ],
    ['20 MB in one line', () => 'A'.repeat(20 * MB)],
    ['20 MB of brackets', () => '['.repeat(20 * MB)],
    ['20 MB of braces', () => '{'.repeat(20 * MB)],
    ['deep JSON', () => `${'['.repeat(MB)}${']'.repeat(MB)}`],
    ['deep messages', () => `${'{"messages":'.repeat(100_000)}[]${'}'.repeat(100_000)}`],
    [
      'deep content',
      () =>
        JSON.stringify([
          { role: 'user', content: JSON.parse(`${'['.repeat(3000)}"x"${']'.repeat(3000)}`) },
        ]),
    ],
    [
      'a circle of messages',
      () =>
        JSON.stringify({
          current_node: 'a',
          mapping: { a: { parent: 'b', message: {} }, b: { parent: 'a' } },
        }),
    ],
    [
      'a history without end',
      () => `commit 1111111\n\n    ${'x'.repeat(100)}\n${' a/b | 1 +\n'.repeat(500_000)}`,
    ],
    ['errors without end', () => `${'E'.repeat(300)}Error: ${'/'.repeat(90)}\n`.repeat(40_000)],
    [
      'paths without end',
      () =>
        lines(
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'a/b.ts '.repeat(300_000) },
        ),
    ],
  ])('%s', (_, make) => {
    const text = make();
    let attempt: ReturnType<typeof attemptIn> | undefined;
    expect(workOf(() => (attempt = attemptIn(text)))).toBeLessThan(10_000);
    expect(JSON.stringify(attempt).length).toBeLessThan(250_000);
  });
});
