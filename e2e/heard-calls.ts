import type { Page, Request } from '@playwright/test';

/** A call that takes longer is worth a line. */
const SLOW_MS = 3000;
const MOST_LINES = 60;

/** What a page has asked the server for and not simply read at once: shown when its journey fails. */
export class HeardCalls {
  private readonly lines: string[] = [];
  private readonly began = Date.now();
  private readonly asked = new Map<Request, number>();

  listen(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.say(`went to ${pathOf(frame.url())}`);
    });
    page.on('request', (request) => {
      this.asked.set(request, Date.now());
      if (isStep(request)) this.say(`${nameOf(request)} began`);
    });
    page.on('response', (response) => {
      const request = response.request();
      const took = Date.now() - (this.asked.get(request) ?? 0);
      if (isStep(request) || response.status() >= 400 || took > SLOW_MS)
        this.say(`${nameOf(request)} was answered ${response.status()} after ${took} ms`);
    });
    page.on('requestfailed', (request) => {
      this.say(`${nameOf(request)} failed: ${request.failure()?.errorText}`);
    });
    page.on('pageerror', (error) => this.say(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.say(`console: ${message.text()}`);
    });
  }

  toString(): string {
    return this.lines.slice(-MOST_LINES).join('\n');
  }

  private say(line: string): void {
    this.lines.push(`${((Date.now() - this.began) / 1000).toFixed(1)} s  ${line}`);
  }
}

/** Also the live stream, which every screen hangs on. */
function isStep(request: Request): boolean {
  return request.method() !== 'GET' || pathOf(request.url()) === '/api/live';
}

function nameOf(request: Request): string {
  return `${request.method()} ${pathOf(request.url())}`;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
