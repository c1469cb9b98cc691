/**
 * The practical ceiling: node:http, the same rows from the same PostgreSQL by prepared statements,
 * and nothing else: no sign-in, no rights, no validation. `bytes` in the address: the answer is filled up
 * to so many.
 */
import { createServer } from 'node:http';
import { connect } from '../server/database/database.ts';
import { BARE } from './bare-statements.ts';

const pool = connect(process.env.DATABASE_URL ?? '');

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  const ticketId = url.pathname.split('/')[3] ?? '';
  const { rows } =
    request.method === 'POST'
      ? await post(ticketId, JSON.parse(await bodyOf(request)))
      : url.pathname.endsWith('/messages')
        ? await pool.query({ name: 'thread', text: BARE.thread, values: [ticketId] })
        : await pool.query({
            name: 'available',
            text: BARE.available,
            values: [url.searchParams.getAll('category')],
          });
  response.writeHead(200, { 'content-type': 'application/json' });
  const answer = JSON.stringify({ items: rows, next_cursor: null });
  const missing = Number(url.searchParams.get('bytes') ?? 0) - answer.length - ROOM;
  response.end(
    missing > 0 ? `${answer.slice(0, -1)},"more":"${FILLER.slice(0, missing)}"}` : answer,
  );
});

const FILLER = 'x'.repeat(100_000);
/** What stands around it. */
const ROOM = ',"more":""'.length;

function post(ticketId: string, body: { author_id: string; text: string; client_id: string }) {
  const values = [ticketId, body.author_id, body.text, body.client_id];
  return pool.query({ name: 'post', text: BARE.post, values });
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
