/** Without what PostgreSQL does not take: NUL, and halves of letters, which become `�`. */
export function storedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON of texts that strangers wrote, for a column: values and names as in `storedText`. */
export function storedJson(value: object): string {
  return JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (sign) => {
    if (sign === '\\u0000') return '';
    return sign.startsWith('\\ud') ? '\\ufffd' : sign;
  });
}
