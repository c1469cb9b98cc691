import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MOST_BYTES } from './build.ts';
import { makeProgram } from './commands.ts';
import { builtCli, Machine, OLD_NODE } from './testing.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test(`the command line is one file of less than ${MOST_BYTES} bytes, that can be started`, async () => {
  const file = await builtCli();
  expect(statSync(file).size).toBeLessThan(MOST_BYTES);
  expect(statSync(file).mode & 0o111).not.toBe(0);
});

const versions = [
  ['the newest', process.execPath],
  ...(OLD_NODE ? [['Node.js 20', OLD_NODE]] : []),
];
if (!OLD_NODE)
  console.warn('No older Node.js is here: the command line was tried on this one alone.');

test.each(versions)('it runs on %s', async (_, node = '') => {
  const machine = new Machine('http://127.0.0.1:9');
  const folder = await machine.folder('shop', {
    'a.ts': `const password = 'k8Jx2mQ9vT4w';\n`,
    '.gitignore': 'b.ts\n',
    'b.ts': '',
  });
  const about = JSON.parse(read('package.json'));
  expect(await machine.run(['--version'], { node })).toMatchObject({
    code: 0,
    out: `${about.version}\n`,
  });
  const words = ['ask', folder, '-p', 'x', '-t', 'Claude', '--dry-run', '--json'];
  const { code, out } = await machine.run(words, { node });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ project: { files: 2 }, ignored: 1, keys: [{}] });
  const lonely = await machine.run(['status'], { node, env: { UNBLOCK_TOKEN: 'ubk_x' } });
  expect(lonely).toMatchObject({ code: 5, err: expect.stringContaining('could not be reached') });
});

test('its README tells of every command, option and exit code', () => {
  const text = read('README.md');
  const program = makeProgram();
  for (const command of program.commands) {
    expect(text).toContain(`unblock ${command.name()}`);
    for (const { long } of command.options) expect(text).toContain(long);
  }
  for (const { long } of program.options) expect(text).toContain(long);
});

test.each(['bash', 'zsh', 'fish'])('completion for %s names every command', async (shell) => {
  const machine = new Machine('');
  const { code, out } = await machine.run(['completion', shell]);
  expect(code).toBe(0);
  for (const command of makeProgram().commands) expect(out).toContain(command.name());
  if (shell !== 'bash') return;
  const asked = `${out}\nCOMP_WORDS=(unblock st); COMP_CWORD=1; _unblock; echo "\${COMPREPLY[@]}"
COMP_WORDS=(unblock pull --ch); COMP_CWORD=2; _unblock; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', asked]).toString()).toBe('status\n--check\n');
});
