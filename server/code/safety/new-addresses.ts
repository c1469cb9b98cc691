import { isLockFile } from '../packages/locked.ts';
import { isTestFile } from '../project-files.ts';
import { linesOf } from '../project-texts.ts';
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
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[?::1)/;
/** Places where anybody can have sent to them whatever they like, without a name. */
const COLLECTORS = [
  'ngrok.io',
  'ngrok-free.app',
  'webhook.site',
  'pipedream.net',
  'requestbin.com',
  'beeceptor.com',
  'trycloudflare.com',
  'pastebin.com',
  'transfer.sh',
  'api.telegram.org',
  'oast.fun',
  'oastify.com',
  'interact.sh',
  'bit.ly',
  'tinyurl.com',
];
const ADDRESS =
  /\b(?:https?|wss?|ftp):\/\/(?:[^\s/@"'`<>]{0,100}@)?([\w.-]{1,253}|\[[\da-f:]{2,45}\])/gi;
/** Texts for people, pictures, and lists by programs. */
const UNREAD =
  /\.(?:md|mdx|txt|rst|svg|csv|map|snap|lock|sum|po|xlf)$|(?:^|\/)(?:licen[cs]e|notice|changelog)[^/]*$/i;
const MOST = 25;

/** Hosts on the internet that changed code names and did not name before. */
export class NewAddresses {
  private readonly before = new Set<string>();
  private readonly found = new Map<string, { path: string; line: number }>();

  /** What was there in a file that was changed or removed. */
  knew(text: string): void {
    for (const [, host = ''] of text.matchAll(ADDRESS)) this.before.add(host.toLowerCase());
  }

  look({ file: { path }, text, textBefore }: Changed): void {
    this.knew(textBefore);
    if (text === null || UNREAD.test(path) || isLockFile(path) || isTestFile(path)) return;
    for (const [line, number] of linesOf(text, 20_000)) {
      if (!line.includes('://')) continue;
      for (const [, named = ''] of line.matchAll(ADDRESS)) {
        const host = named.toLowerCase().replace(/\.$/, '');
        if (this.found.size < 500 && !this.found.has(host) && !isHarmless(host))
          this.found.set(host, { path, line: number });
      }
    }
  }

  get items(): SafetyItem[] {
    const news = [...this.found].filter(([host]) => !this.before.has(host));
    const items = news.map(([host, { path, line }]) => {
      if (isIn(host, COLLECTORS) || /^[\d.]+$|^\[/.test(host))
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
    return items
      .toSorted((a, b) => Number(a.level === 'note') - Number(b.level === 'note'))
      .slice(0, MOST);
  }
}

function isHarmless(host: string): boolean {
  const isName = host.includes('.') || host.startsWith('[');
  return (
    !isName ||
    PRIVATE.test(host) ||
    /\.(?:test|example|invalid|local|localhost)$/.test(host) ||
    isIn(host, HARMLESS)
  );
}

function isIn(host: string, list: readonly string[]): boolean {
  return list.some((one) => host === one || host.endsWith(`.${one}`));
}
