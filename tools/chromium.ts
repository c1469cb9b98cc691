import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

/** Debian's Chromium without a window: it takes a third less time than the whole one. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const systemPaths = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that is already here: CHROMIUM_PATH, the system's, or Playwright's own. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a browser that starts.`);
  }
  return [...systemPaths, chromium.executablePath()].find(starts);
}

/** Finds a browser or installs one, saying so; fails with one clear line. */
export async function ensureChromium(): Promise<string> {
  const found =
    (await chosenOrQuickest()) ??
    findChromium() ??
    (await installDebianPackage('chromium')) ??
    (await installPlaywrights());
  if (found) return found;
  throw new Error(
    'No Chromium for the browser journeys: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

async function chosenOrQuickest(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return findChromium();
  return starts(HEADLESS_SHELL) ? HEADLESS_SHELL : installDebianPackage('chromium-headless-shell');
}

// Ubuntu's chromium-browser is there even when it only prints that a snap is missing.
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

async function installDebianPackage(name: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !isDebian()) return undefined;
  console.log(`For the browser journeys: apt-get install ${name}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [['update'], ['install', '-y', '--no-install-recommends', name]];
  for (const args of steps) {
    const { ok, output } = await run('apt-get', args, { env });
    if (!ok) {
      console.log(`apt-get ${args[0]} failed: ${reason(output)}`);
      return undefined;
    }
  }
  return findChromium();
}

async function installPlaywrights(): Promise<string | undefined> {
  console.log('No Chromium here: installing the one that Playwright brings.');
  const { ok, output } = await run('playwright', ['install', 'chromium']);
  if (!ok) console.log(`playwright install failed: ${reason(output)}`);
  return findChromium();
}

function isDebian(): boolean {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
}

function reason(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /error|unable|failed/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
