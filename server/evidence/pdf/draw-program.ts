/** A program, started by `draw-evidence.ts`: reads an evidence file with its pictures from its input, writes its PDF. */
import { buffer } from 'node:stream/consumers';
import { drawPdf, type Illustrated } from './evidence-document.ts';

const input = await buffer(process.stdin);
const drawn = await drawPdf(JSON.parse(input.toString('utf8')) as Illustrated);
process.stdout.end(drawn, () => process.exit(0));
