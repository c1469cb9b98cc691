/** A program, started by `draw-paper.ts`: reads an invoice or a statement from its input, writes its PDF. */
import { buffer } from 'node:stream/consumers';
import type { Paper } from './draw-paper.ts';
import { drawInvoice } from './invoice-document.ts';
import { drawStatement } from './statement-document.ts';

const { statement, invoice } = JSON.parse((await buffer(process.stdin)).toString('utf8')) as Paper;
const drawn = statement ? await drawStatement(statement) : await drawInvoice(invoice);
process.stdout.end(drawn, () => process.exit(0));
