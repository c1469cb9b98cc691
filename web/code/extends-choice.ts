/** Whether a press on a line adds all up to it: with Shift, or by a thumb, which has no Shift. */
export function extendsChoice({ shiftKey }: { shiftKey: boolean }): boolean {
  return shiftKey || matchMedia('(pointer: coarse)').matches;
}
