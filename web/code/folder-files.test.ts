import { describe, expect, it } from 'vitest';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { chosenFolder } from './folder-files.ts';

/** As a browser gives the files of a chosen folder. */
function files(...paths: string[]): File[] {
  return paths.map((path) => {
    const file = new File(['x'], path.slice(path.lastIndexOf('/') + 1));
    Object.defineProperty(file, 'webkitRelativePath', { value: `shop/${path}` });
    return file;
  });
}

describe('a chosen folder', () => {
  it('goes along without dependencies, build output, version control and system files', () => {
    const {
      name,
      files: kept,
      leftOut,
    } = chosenFolder(
      files(
        'package.json',
        'src/index.ts',
        'node_modules/react/index.js',
        'node_modules/react/lib/a.js',
        'packages/api/node_modules/x.js',
        'dist/app.js',
        '.git/HEAD',
        '.DS_Store',
      ),
    );
    expect(name).toBe('shop');
    expect(kept.map(({ path }) => path)).toEqual(['package.json', 'src/index.ts']);
    expect(leftOut).toEqual([
      'node_modules',
      'packages/api/node_modules',
      'dist',
      '.git',
      '.DS_Store',
    ]);
  });

  it('keeps files that only begin like what is left out', () => {
    const { files: kept } = chosenFolder(
      files('build.ts', 'src/dist.ts', '.github/ci.yml', 'out/page.ts', 'src/target/aim.ts'),
    );
    expect(kept).toHaveLength(5);
  });

  it('leaves out what was built in a folder called target', () => {
    const { leftOut } = chosenFolder(files('target/debug/app', 'target/release/app', 'src/a.rs'));
    expect(leftOut).toEqual(['target']);
  });

  it('is refused in words when it holds more files than a project may', () => {
    const [file] = files('src/a.ts');
    const many = Array.from({ length: PROJECT_LIMITS.files + 1 }, () => file as File);
    expect(() => chosenFolder(many)).toThrow(/more than 20,000 files/);
  });
});
