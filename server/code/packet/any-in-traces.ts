import type { Packet } from '#domain/packet.ts';
import { linesOf, type ProjectTexts } from '../project-texts.ts';

const NEAR = 3;
const MOST = 20;

/** Where the types end: nothing tells there what a value is, so nothing said that it was wrong. */
const ANY = /(?:[:<|&,]|\bas)\s{0,5}any\b|@ts-(?:ignore|nocheck|expect-error)\b/;

/** `any` beside the places that a stack trace points at. */
export async function anyInTraces(
  traces: Packet['traces'],
  texts: ProjectTexts,
): Promise<Packet['findings']> {
  const found = new Map<string, Packet['findings'][number]>();
  for (const { path, line } of traces) {
    if (line === null || !/\.(?:[cm]?ts|tsx|vue|svelte)$/i.test(path)) continue;
    for (const [text, number] of linesOf((await texts.text(path)) ?? '')) {
      if (number > line + NEAR || found.size >= MOST) break;
      if (number < line - NEAR || !ANY.test(text)) continue;
      found.set(`${path}:${number}`, {
        kind: 'any_in_trace',
        text: `Line ${number} of ${path}, where the error came up, switches the check of types off (any): the mistake may come from there.`,
        path,
        line: number,
      });
    }
  }
  return [...found.values()];
}
