import { spawn } from 'node:child_process';

const { platform, env } = process;

/** Whether a browser can be opened where the person sits. */
export function hasBrowser(): boolean {
  if (env.BROWSER) return true;
  if (env.SSH_CONNECTION || env.CI) return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** Opens an address without waiting. It was shown as well, so that a failure needs no words. */
export function openBrowser(address: string): void {
  const [program, ...words] = command(address);
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** No shell reads the address: whoever made it could write a command into it. */
function command(address: string): [string, ...string[]] {
  if (env.BROWSER) return [env.BROWSER, address];
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return [env.WSL_DISTRO_NAME ? 'wslview' : 'xdg-open', address];
}
