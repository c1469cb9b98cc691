/**
 * An SVG as far as it draws itself: elements that draw, and references to its own parts. Everything
 * else is left out, above all what leads to other files (`<image>`, `xi:include`, `@import`,
 * addresses in `href` and `url()`). It is written anew, so that nothing is in it but what was
 * understood here.
 * @throws Error for what is not well-formed, or brings entities of its own
 */
export function cleanSvg(text: string): string {
  const writer = new Writer();
  let at = 0;
  while (at < text.length) {
    const markup = text.indexOf('<', at);
    const end = markup < 0 ? text.length : markup;
    if (end > at) writer.text(decode(text.slice(at, end)));
    at = markup < 0 ? end : readMarkup(text, markup, writer);
  }
  return writer.finish();
}

const ELEMENTS = new Set(
  `svg g a defs symbol use switch title desc style view path rect circle ellipse line polyline
  polygon text tspan linearGradient radialGradient stop pattern clipPath mask marker filter feBlend
  feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
);

/** Names may have the prefix that some programs give to all of SVG. */
const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const VALUE = `"[^"<]*"|'[^'<]*'`;
const TAG = new RegExp(
  String.raw`<(?<close>/)?(?<name>${NAME})(?<attributes>(?:\s+${NAME}\s*=\s*(?:${VALUE}))*)\s*(?<empty>/)?>`,
  'y',
);
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(${VALUE})`, 'g');

/** @returns where the markup that begins at `at` ends */
function readMarkup(text: string, at: number, writer: Writer): number {
  if (text.startsWith('<!--', at)) return endOf(text, '-->', at);
  if (text.startsWith('<?', at)) return endOf(text, '?>', at);
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(text, ']]>', at);
    writer.text(text.slice(at + '<![CDATA['.length, end - ']]>'.length));
    return end;
  }
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) return endOfDoctype(text, at);
  TAG.lastIndex = at;
  const { close, name, attributes, empty } = TAG.exec(text)?.groups ?? {};
  if (name === undefined) throw new Error('not well-formed');
  if (close) writer.close(name);
  else {
    writer.open(name, attributes ?? '');
    if (empty) writer.close(name);
  }
  return TAG.lastIndex;
}

function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  if (found < 0) throw new Error('not well-formed');
  return found + sign.length;
}

/** Many programs write one that only names SVG. */
function endOfDoctype(text: string, at: number): number {
  const end = endOf(text, '>', at);
  if (text.slice(at, end).includes('[')) throw new Error('brings entities');
  return end;
}

class Writer {
  private readonly parts: string[] = [];
  /** Those that are begun and written, from the outside in. */
  private readonly begun: string[] = [];
  /** Inside one that is left out: the same of its inside. */
  private readonly leftOut: string[] = [];
  /** Of the style that is begun: what comes in pieces may only mean something when it is put together. */
  private style: string[] = [];
  private isDone = false;

  open(name: string, attributes: string): void {
    const local = localName(name);
    const isOut = this.leftOut.length > 0 || this.isInStyle() || !ELEMENTS.has(local);
    if (isOut) return void this.leftOut.push(name);
    const isRoot = this.begun.length === 0;
    if (isRoot && (local !== 'svg' || this.isDone)) throw new Error('not one SVG');
    this.begun.push(name);
    const namespace = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    this.parts.push(`<${local}${namespace}${cleanAttributes(attributes)}>`);
  }

  close(name: string): void {
    const isOut = this.leftOut.length > 0;
    if (this.isInStyle() && !isOut) this.parts.push(encode(cleanCss(this.style.join(''))));
    if ((isOut ? this.leftOut : this.begun).pop() !== name) throw new Error('not well-formed');
    if (isOut) return;
    this.style = [];
    this.parts.push(`</${localName(name)}>`);
    this.isDone = this.begun.length === 0;
  }

  text(text: string): void {
    if (this.leftOut.length > 0 || this.begun.length === 0) return;
    if (this.isInStyle()) this.style.push(text);
    else this.parts.push(encode(text));
  }

  finish(): string {
    if (!this.isDone) throw new Error('not well-formed');
    return this.parts.join('');
  }

  private isInStyle(): boolean {
    return localName(this.begun.at(-1) ?? '') === 'style';
  }
}

function localName(name: string): string {
  return name.replace(/^svg:/, '');
}

function cleanAttributes(text: string): string {
  const kept = new Map<string, string>();
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    const value = decode(quoted.slice(1, -1));
    if (name === 'href' || name === 'xlink:href') {
      if (value.startsWith('#')) kept.set('href', value);
    } else if (name === 'xml:space' || /^(?!xmlns$|on)[a-z-]+\d?$/i.test(name)) {
      kept.set(name, cleanCss(value));
    }
  }
  return [...kept].map(([name, value]) => ` ${name}="${encode(value)}"`).join('');
}

/** A style or a value of one without what leads elsewhere; empty where that may be hidden. */
function cleanCss(css: string): string {
  const left = css
    .replaceAll(/@(?:import|font-face)\b[^;}]*[;}]?/gi, '')
    .replaceAll(/url\(\s*["']?(?!["'\s#])[^)]*\)?/gi, 'none');
  return /\\|@import|url\(\s*["']?(?!["'\s#])/i.test(left) ? '' : left;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @throws Error for an entity that SVG does not have by itself */
function decode(text: string): string {
  return text.replaceAll(/&([^;\s]{0,10};)?/g, (_all, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? '';
    const [, decimal, hex] = /^#(?:(\d+)|x([\da-f]+))$/i.exec(name) ?? [];
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    const sign = code <= 0x10ffff ? String.fromCodePoint(code) : NAMED[name];
    if (sign === undefined) throw new Error('an unknown entity');
    return sign;
  });
}

/** Signs that no XML may hold are left out. */
function encode(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
