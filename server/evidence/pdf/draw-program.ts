/** A program: an evidence file with its pictures at its input, the PDF of it at its output. */
import { buffer } from 'node:stream/consumers';
import { drawPdf, type Illustrated } from './evidence-document.ts';

const input = await buffer(process.stdin);
const drawn = await drawPdf(JSON.parse(input.toString('utf8')) as Illustrated);
process.stdout.end(drawn, () => process.exit(0));
