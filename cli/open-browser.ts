import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

const { platform, env } = process;

/** Whether a browser can be opened where the person sits. */
export function hasBrowser(): boolean {
  if (env.BROWSER) return true;
  if (env.SSH_CONNECTION || env.CI) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** Opens an address without waiting. It was shown as well, so that a failure needs no words. */
export function openBrowser(address: string): void {
  const [program, ...words] = opener(address);
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** What opens an address. No shell reads it: whoever made it could write a command into it. */
export function opener(
  address: string,
  system: string = platform,
  { BROWSER, SystemRoot = 'C:\\Windows', WSL_DISTRO_NAME }: NodeJS.ProcessEnv = env,
): [string, ...string[]] {
  if (BROWSER) return [BROWSER, address];
  if (system === 'darwin') return ['open', address];
  // By its name alone Windows would look for it in the folder of a project first.
  if (system === 'win32')
    return [
      win32.join(SystemRoot, 'System32', 'rundll32.exe'),
      'url.dll,FileProtocolHandler',
      address,
    ];
  return [WSL_DISTRO_NAME ? 'wslview' : 'xdg-open', address];
}
