import { isLockFile } from '../packages/locked.ts';
import { isTestFile } from '../project-files.ts';
import type { Changed } from './changed-files.ts';
import { item, type SafetyItem } from './safety-item.ts';

/** Names of schemas, licences and examples: no program calls them. */
const HARMLESS = [
  'w3.org',
  'schema.org',
  'json-schema.org',
  'json.schemastore.org',
  'xmlns.com',
  'purl.org',
  'ogp.me',
  'schemas.xmlsoap.org',
  'schemas.microsoft.com',
  'schemas.openxmlformats.org',
  'schemas.android.com',
  'maven.apache.org',
  'ns.adobe.com',
  'inkscape.org',
  'sodipodi.sourceforge.net',
  'opensource.org',
  'creativecommons.org',
  'apache.org',
  'gnu.org',
  'mozilla.org',
  'example.com',
  'example.org',
  'example.net',
  'localhost',
  'reactjs.org',
  'react.dev',
  'nextjs.org',
  'typescriptlang.org',
  'biomejs.dev',
  'turbo.build',
];
/** Numbers alone: `10.evil.com` is a name like any other. */
const PRIVATE =
  /^(?:(?:127|10)(?:\.\d{1,3}){3}|(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}|0\.0\.0\.0|\[::1\])$/;
/** Places where anybody can have sent to them whatever they like, without a name. */
const COLLECTORS = [
  'ngrok.io',
  'ngrok-free.app',
  'ngrok.app',
  'ngrok.dev',
  'loca.lt',
  'serveo.net',
  'webhook.site',
  'pipedream.net',
  'requestbin.com',
  'requestcatcher.com',
  'beeceptor.com',
  'trycloudflare.com',
  'pastebin.com',
  'transfer.sh',
  'api.telegram.org',
  'oast.fun',
  'oast.live',
  'oast.me',
  'oast.online',
  'oast.pro',
  'oast.site',
  'oastify.com',
  'interact.sh',
  'bit.ly',
  'tinyurl.com',
];
/** With the signs that programs put before slashes, and without a scheme where a page or a call names it. */
const ADDRESS =
  /(?:\b(?:https?|wss?|ftp|ssh|git):[\\/]{2,6}|(?=\/\/)(?<=\b(?:src|href|action|fetch|import|from|url|open|WebSocket|Worker)\s{0,5}[=(:]?\s{0,5}["'`(]{0,2})\/\/)(?:[^\s\\/@"'`<>]{0,1000}@)?([\p{L}\p{N}_.-]{1,253}|\[[\da-f:.]{2,45}\])/giu;
/** Texts for people, pictures, and lists by programs. */
const UNREAD =
  /\.(?:md|mdx|txt|rst|svg|csv|map|snap|lock|sum|po|xlf)$|(?:^|\/)(?:licen[cs]e|notice|changelog)[^/]*$/i;
const MOST = 25;
const MOST_KEPT = 5000;

/** Hosts on the internet that changed code names and did not name before. */
export class NewAddresses {
  private readonly before = new Set<string>();
  private readonly found = new Map<string, { path: string; line: number }>();

  /** What was there in a file that was changed or removed. */
  knew(text: string): void {
    for (const [host] of hostsIn(text)) this.before.add(host);
  }

  look({ file: { path }, text, textBefore }: Changed): void {
    this.knew(textBefore);
    if (text === null || UNREAD.test(path) || isLockFile(path)) return;
    // Tests are full of made-up places.
    const isTold = isTestFile(path) ? isForAnybody : () => true;
    let [line, start] = [1, 0];
    for (const [host, at] of hostsIn(text)) {
      if (this.found.size >= MOST_KEPT) return;
      if (this.found.has(host) || isHarmless(host) || !isTold(host)) continue;
      for (
        let end = text.indexOf('\n', start);
        end >= 0 && end < at;
        end = text.indexOf('\n', start)
      ) {
        line++;
        start = end + 1;
      }
      this.found.set(host, { path, line });
    }
  }

  get items(): SafetyItem[] {
    const news = [...this.found].filter(([host]) => !this.before.has(host));
    const items = news.map(([host, { path, line }]) => {
      if (isForAnybody(host))
        return item(
          'new_address',
          'warning',
          `The changed code names ${host}, a place that can belong to anybody and is often used to collect data. Ask what is sent there before you approve.`,
          path,
          line,
        );
      return item(
        'new_address',
        'note',
        `The changed code names ${host} on the internet, which it did not before. Ask what is sent there, if the milestone does not say it.`,
        path,
        line,
      );
    });
    const inOrder = items.toSorted(
      (a, b) => Number(a.level === 'note') - Number(b.level === 'note'),
    );
    const more = items.length - MOST;
    if (more <= 0) return inOrder;
    const words = `The changed code names ${more} more new places on the internet. Ask what they are all for.`;
    return [...inOrder.slice(0, MOST), item('new_address', 'warning', words)];
  }
}

/** The hosts that a text names, and where. */
export function* hostsIn(text: string): Generator<[host: string, at: number]> {
  for (const { 1: host = '', index } of text.matchAll(ADDRESS))
    yield [host.toLowerCase().replace(/\.$/, ''), index];
}

/** Also written as one number, which browsers take for an address. */
function isForAnybody(host: string): boolean {
  return isIn(host, COLLECTORS) || /^(?:[\d.]+|0x[\da-f]+|\[.*)$/.test(host);
}

function isHarmless(host: string): boolean {
  const isName = host.includes('.') || isForAnybody(host);
  return (
    !isName ||
    PRIVATE.test(host) ||
    /\.(?:test|example|invalid|local|localhost)$/.test(host) ||
    isIn(host, HARMLESS)
  );
}

export function isIn(host: string, list: readonly string[]): boolean {
  return list.some((one) => host === one || host.endsWith(`.${one}`));
}
