import path from 'node:path';
import { drawApart } from '../../paper/draw-apart.ts';
import type { Illustrated } from './evidence-document.ts';

const PROGRAM = path.join(import.meta.dirname, 'draw-program.ts');

/**
 * An evidence file as PDF.
 * @param owner whose work it is
 * @throws TaskError for what takes too long or too much, Refusal `unavailable` where too many wait
 */
export function drawEvidence(evidence: Illustrated, owner: string): Promise<Buffer> {
  return drawApart(PROGRAM, evidence, owner);
}
