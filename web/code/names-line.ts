const LINE = /\w\.[a-z]{1,8}["')]?(?:[:(,][ \w]{0,12}| on line )\d/i;

/** Whether a text names a line of a file, as stack traces do: only then is it worth asking for the project. */
export function namesLine(text: string): boolean {
  return LINE.test(text);
}
