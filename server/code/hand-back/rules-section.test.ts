import { describe, expect, it } from 'vitest';
import { RULES_FILES, withRules } from './rules-section.ts';

const KEPT = [{ title: 'Fix the\nsum', must_keep: 'Whole cents.' }];
const [agents, claude, cursor] = RULES_FILES;

function made(
  file: typeof agents,
  present: string | Buffer | null,
  kept = KEPT,
): string | undefined {
  if (!file) throw new Error('There is no such file.');
  const bytes = withRules(file, kept, present === null ? null : Buffer.from(present));
  return bytes?.toString();
}

describe('what must not be undone', () => {
  it('is a file of its own where the project has none', () => {
    expect(made(agents, null)).toMatch(
      /^<!-- unblock:begin -->\n## What must[\s\S]+### Fix the sum\n\nWhole cents\.\n<!-- unblock:end -->\n$/,
    );
  });

  it.each([
    ['# Ours\n', '# Ours\n\n<'],
    ['# Ours', '# Ours\n\n<'],
    ['', '<'],
    ['<!-- unblock:begin -->\nnever ended\n', '<!-- unblock:begin -->\nnever ended\n\n<'],
  ])('comes after what is in %j', (present, beginning) => {
    expect(made(agents, present)?.startsWith(`${beginning}!-- unblock:begin -->\n## What`)).toBe(
      true,
    );
  });

  it('takes the place of what was there before, and of nothing else', () => {
    const first = `above\n${made(agents, null)}below\n`;
    const second = made(agents, first, [{ title: 'Other', must_keep: 'Other words.' }]);
    expect(second).toMatch(
      /^above\n<!-- unblock:begin -->[\s\S]+Other words\.\n<!-- unblock:end -->\nbelow\n$/,
    );
    expect(second).not.toContain('Whole cents');
  });

  it('keeps the encoding of a file, and leaves alone what is no text', () => {
    const wide = Buffer.from('\ufeffOurs\r\n', 'utf16le');
    const file = agents as NonNullable<typeof agents>;
    expect(withRules(file, KEPT, wide)?.toString('utf16le')).toMatch(
      /^\ufeffOurs\r\n\r\n<!-- unblock:begin -->\r\n/,
    );
    expect(withRules(file, KEPT, Buffer.from([0, 1, 2, 3]))).toBeNull();
  });

  it('is imported where another tool reads another file, once', () => {
    expect(made(claude, '# Ours\n')).toBe(
      '# Ours\n\n<!-- unblock:begin -->\n@AGENTS.md\n<!-- unblock:end -->\n',
    );
    expect(made(claude, '# Ours\n@AGENTS.md\n')).toBeUndefined();
    expect(made(cursor, null)).toMatch(/^---\ndescription: [^\n]+\nalwaysApply: true\n---\n\n<!--/);
  });
});
