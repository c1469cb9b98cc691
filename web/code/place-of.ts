import type { CodeLines } from '#domain/code.ts';

/** 'src/app.ts:12' or 'src/app.ts:12-20'. */
export function placeOf({ path, from_line, to_line }: CodeLines): string {
  return `${path}:${from_line}${to_line > from_line ? `-${to_line}` : ''}`;
}
