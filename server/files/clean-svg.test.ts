import { expect, test } from 'vitest';
import { workOf } from '../testing/own-time.ts';
import { cleanSvg } from './clean-svg.ts';

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg">';

function clean(content: string, before = ''): string {
  const cleaned = cleanSvg(`${before}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
  expect(cleaned.startsWith(ROOT)).toBe(true);
  return cleaned.slice(ROOT.length, -'</svg>'.length);
}

test('what draws stays, with references to its own parts', () => {
  const own = [
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>',
    '<g transform="rotate(45 1 2)"><path d="M0 0L1 1" fill="url(#a)" stroke-width="2"></path></g>',
    '<use href="#a" x="1"></use>',
    '<text font-family="Inter" x1="2">a &#38; b<tspan>größer</tspan></text>',
    '<style>.a { fill: url(#a); stroke: red }</style>',
  ];
  for (const content of own) expect(clean(content)).toBe(content);
  expect(clean('<rect fill=\'url("#a")\'/>')).toBe('<rect fill="url(&#34;#a&#34;)"></rect>');
  expect(clean('<use xlink:href="#a"/>')).toBe('<use href="#a"></use>');
  expect(clean('<style><![CDATA[a>b{fill:red}]]></style>')).toBe(
    '<style>a&#62;b{fill:red}</style>',
  );
  const before = `<?xml version="1.0"?><!-- made by hand -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">`;
  expect(clean('<rect/>', before)).toBe('<rect></rect>');
  expect(cleanSvg('<svg:svg xmlns:svg="x" width="9"><svg:rect/></svg:svg>')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9"><rect></rect></svg>',
  );
});

test('what leads elsewhere goes', () => {
  const gone = [
    '<image href="KEY"/>',
    '<image xlink:href="data:image/png;base64,AAAA"><title>x</title></image>',
    '<svg:image href="KEY"/>',
    '<feImage href="KEY"/>',
    '<xi:include href="KEY" parse="text"/>',
    '<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="KEY"><i:fallback/></i:include>',
    '<include xmlns="http://www.w3.org/2001/XInclude" href="KEY"/>',
    '<foreignObject><iframe src="KEY"/></foreignObject>',
    '<script>fetch("KEY")</script>',
    '<metadata><rect/></metadata>',
    '<?xml-stylesheet href="KEY"?>',
    '<!-- <image href="KEY"/> -->',
  ];
  for (const content of gone) expect(clean(content), content).toBe('');
  for (const attribute of [
    'href="KEY"',
    'href=" #a"',
    'xlink:href="other.svg#a"',
    'href="data:image/svg+xml,x"',
    'xml:base="file:///"',
    'onload="fetch(1)"',
    'xmlns:xi="http://www.w3.org/2001/XInclude"',
  ]) {
    expect(clean(`<use ${attribute}/>`), attribute).toBe('<use></use>');
  }
});

test('styles keep what is their own, and lose what leads elsewhere or hides it', () => {
  const fills: Record<string, string> = {
    'url(KEY)': 'none',
    "url( 'KEY#a' ) red": 'none red',
    'URL(&#x4b;EY)': 'none',
    'u&#114;l(KEY)': 'none',
    'url(': 'none',
    '\\75rl(KEY)': '',
  };
  for (const [value, left] of Object.entries(fills)) {
    expect(clean(`<rect fill="${value}"/>`), value).toBe(`<rect fill="${left}"></rect>`);
  }
  const styles: Record<string, string> = {
    '@import "KEY"; a{fill:red}': ' a{fill:red}',
    '@IMPORT url(KEY)': '',
    '@im@import;port "KEY"; a{}': '',
    '@font-face{src:url(KEY)} a{fill:red}': ' a{fill:red}',
    '@\\69mport "KEY";': '',
    'a{fill:ur&#108;(KEY)}': 'a{fill:none}',
    '@im<!-- -->port "KEY";': '',
    '@im<![CDATA[port "KEY";]]>': '',
    '@im<a>x</a>port "KEY";': '',
    'a{fill:url<?x?>(KEY)}': 'a{fill:none}',
  };
  for (const [value, left] of Object.entries(styles)) {
    expect(clean(`<style>${value}</style>`), value).toBe(`<style>${left}</style>`);
  }
});

test('what is not well-formed, or brings entities, is not drawn', () => {
  const wrong = [
    '',
    'hello',
    '<svg>',
    '<svg></svg></svg>',
    '<svg/><svg/>',
    '<svg><g></svg></g>',
    '<g/>',
    '<svg><rect/',
    '<svg a=b/>',
    '<svg>&a;</svg>',
    '<svg>&#x110000;</svg>',
    '<svg>& </svg>',
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "KEY">]><svg>&a;</svg>',
    '<!ENTITY a "b"><svg/>',
    '<svg><!-- </svg>',
    '<svg><![CDATA[ </svg>',
  ];
  for (const text of wrong) expect(() => cleanSvg(text), text).toThrow();
});

test('hostile markup takes no longer than its length', () => {
  const long = 400_000;
  const texts = [
    '<svg>'.repeat(long / 10),
    `<svg ${'a="" '.repeat(long / 5)}`,
    `<svg ${' '.repeat(long)}x`,
    `<svg>${'<!--'.repeat(long / 4)}`,
    `<svg><style>${'@import '.repeat(long / 8)}`,
    `<svg><style>${'url('.repeat(long / 4)}</style></svg>`,
    `<svg>${'&'.repeat(long)}</svg>`,
    `<svg>${'<a'.repeat(long / 2)}`,
  ];
  for (const text of texts) {
    const work = workOf(() => {
      try {
        cleanSvg(text);
      } catch {
        // Most are not well-formed.
      }
    });
    expect(work, text.slice(0, 30)).toBeLessThan(1000);
  }
});
