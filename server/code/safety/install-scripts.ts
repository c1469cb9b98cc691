import { isRecord, linesOf, nameOf, parseJson } from '../project-texts.ts';
import type { Changed } from './changed-files.ts';
import { item, type SafetyItem, shown } from './safety-item.ts';

const BY_ITSELF = new Set([
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
  'pnpm:devPreinstall',
  'post-install-cmd',
  'post-update-cmd',
  'pre-install-cmd',
  'pre-update-cmd',
  'post-autoload-dump',
]);

const BY_MAKE = 'by "make"';

/** Files that are run, in part or whole, without anybody asking for it. */
const HOOKS: readonly [path: RegExp, when: string][] = [
  [/(?:^|\/)setup\.py$/, 'when the project is installed'],
  [
    /(?:^|\/)(?:\.pnpmfile\.c?js|\.yarn\/(?:releases|plugins)\/.+|yarn\.config\.cjs)$/,
    'when the project is installed',
  ],
  [/(?:^|\/)(?:binding\.gyp|extconf\.rb|build\.rs)$/, 'when the project is built'],
  [
    /(?:^|\/)(?:\.husky|\.githooks)\/[^/]+$|(?:^|\/)(?:lefthook\.ya?ml|\.pre-commit-config\.yaml)$/,
    'whenever somebody commits',
  ],
  [
    /(?:^|\/)\.vscode\/tasks\.json$|(?:^|\/)\.devcontainer\/[^/]+$/,
    'when the project is opened in an editor',
  ],
  [
    /(?:^|\/)(?:\.mcp\.json|\.cursor\/(?:mcp|hooks)\.json|\.claude\/(?:settings[^/]*\.json|hooks\/.+))$/,
    'when an AI tool opens the project',
  ],
  [/(?:^|\/)\.envrc$/, 'when somebody goes into its folder'],
  [/(?:^|\/)(?:gnu)?makefile$|\.mk$/i, BY_MAKE],
  [/(?:^|\/)sitecustomize\.py$|\.pth$/, 'before anything else of the program'],
];

/** Where packages come from, and whether they may run programs. */
const SETTINGS =
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.ya?ml|bunfig\.toml|pip\.conf|pnpm-workspace\.yaml|\.pypirc|\.gemrc|\.cargo\/config\.toml|nuget\.config|requirements[\w.-]{0,60}\.txt|pipfile|pyproject\.toml|gemfile)$/i;
const SOURCE =
  /^[^#;]{0,200}(?:registry|index-url|index_url|npmregistryserver|find-links|trusted-host|^\s{0,20}source\s{1,5}["']|ignore-scripts\s{0,5}=\s{0,5}false|enablescripts|script-shell|node-options|yarnpath|pnpmfile|onlybuiltdependencies|dangerouslyallowallbuilds|^\s{0,20}preload\b)/i;

/** What a change makes run by itself, and where from it takes packages. */
export function installScripts(changed: Changed): SafetyItem[] {
  const { file, text, textBefore } = changed;
  if (text === null || text === textBefore) return [];
  const { path } = file;
  const name = nameOf(path);
  if (name === 'package.json' || name === 'composer.json') return scripts(path, text, textBefore);
  const [, when] = HOOKS.find(([pattern]) => pattern.test(path)) ?? [];
  if (when) {
    const words = `${path} is run ${when}, and was ${changed.before ? 'changed' : 'added'}. Ask what it does, if the milestone does not say it.`;
    // Somebody has to ask for it.
    const level = when === BY_MAKE ? 'note' : 'warning';
    return [item('install_script', level, words, path)];
  }
  return SETTINGS.test(path) ? sources(path, text, textBefore) : [];
}

function scripts(path: string, text: string, textBefore: string): SafetyItem[] {
  const before = scriptsOf(textBefore);
  return Object.entries(scriptsOf(text)).flatMap(([name, command]) => {
    const words = typeof command === 'string' ? command : JSON.stringify(command);
    if (!BY_ITSELF.has(name) || before[name] === command || typeof words !== 'string') return [];
    return [
      item(
        'install_script',
        'warning',
        `A command now runs by itself on every computer that installs the project: ${shown(words)}. Ask what it does before you install.`,
        path,
        lineOf(text, `"${name}"`),
      ),
    ];
  });
}

function scriptsOf(text: string): Record<string, unknown> {
  const manifest = parseJson(text);
  return isRecord(manifest) && isRecord(manifest.scripts) ? manifest.scripts : {};
}

function sources(path: string, text: string, textBefore: string): SafetyItem[] {
  const before = new Set(textBefore.split('\n').map((line) => line.trim()));
  const found: SafetyItem[] = [];
  for (const [line, number] of linesOf(text, 500)) {
    if (before.has(line.trim()) || !SOURCE.test(line) || found.length >= 5) continue;
    const words = `Changes where packages come from, or what they may do: ${shown(line)}. Ask why: from another place, a package can be anything.`;
    found.push(item('install_script', 'warning', words, path, number));
  }
  return found;
}

function lineOf(text: string, part: string): number | null {
  const at = text.indexOf(part);
  return at < 0 ? null : text.slice(0, at).split('\n').length;
}
