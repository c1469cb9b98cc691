import path from 'node:path';
import negotiate from '@fastify/accept-negotiator';
import { z } from 'zod';
import type { Invoice } from '#domain/invoice.ts';
import type { Statement } from '#domain/statement.ts';
import { drawApart } from '../../paper/draw-apart.ts';

export const PDF = 'application/pdf';
export const pdfSchema = z.instanceof(Buffer).meta({ type: 'string', format: 'binary' });

/** What the program draws: one of the two. */
export type Paper =
  | { statement: Statement; invoice?: never }
  | { invoice: Invoice; statement?: never };

const PROGRAM = path.join(import.meta.dirname, 'draw-program.ts');

/**
 * An invoice or a statement as PDF.
 * @param owner whose work it is
 * @throws TaskError, Refusal `unavailable` where too many wait
 */
export function drawPaper(paper: Paper, owner: string): Promise<Buffer> {
  return drawApart(PROGRAM, paper, owner);
}

/** Which of these types an `Accept` header asks for; the first where it does not say. */
export function typeFor(accept: string | undefined, types: string[]): string {
  return negotiate(accept ?? '*/*', types) ?? types[0] ?? '';
}
