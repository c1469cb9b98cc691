/** What a terminal would obey instead of showing it: sequences of ESC, and their 8-bit forms. */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /(?:\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]{0,4096}(?:\u001b\\)?|(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]?|\u001b[ -/]{0,4}[0-~]?)/g;
/** Other controls, and characters that turn the direction of text or are not seen. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A text that strangers may have written, as a terminal may show it: in its own lines and with nothing
 * that moves the cursor, colours, hides or turns what stands beside it.
 */
export function plain(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(CONTROLS, '');
}

/** The same in one line. */
export function oneLine(text: string, most = 200): string {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

/** JSON that a terminal may show: what `plain` would take out is written as \uXXXX. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(CONTROLS, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
