/**
 * The practical ceiling: node:http, the same rows from the same PostgreSQL by prepared statements,
 * and nothing else: no sign-in, no rights, no validation.
 */
import { createServer } from 'node:http';
import { connect } from '../server/database/database.ts';

const pool = connect(process.env.DATABASE_URL ?? '');

const AVAILABLE = {
  name: 'available',
  text: `select t.*, p.first_name, p.last_name, p.profile_image_url
    from tickets t join profiles p on p.id = t.customer_id
    where t.status = 'AWAITING_ASSIGNMENT' and t.developer_id is null and t.categories && $1::text[]
    order by t.created_at desc, t.id desc limit 21`,
};
const THREAD = {
  name: 'thread',
  text: 'select * from messages where ticket_id = $1 order by position desc limit 50',
};
const POST = {
  name: 'post',
  text: 'insert into messages (ticket_id, author_id, text, client_id) values ($1, $2, $3, $4) returning *',
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  const ticketId = url.pathname.split('/')[3] ?? '';
  const { rows } =
    request.method === 'POST'
      ? await post(ticketId, JSON.parse(await bodyOf(request)))
      : url.pathname.endsWith('/messages')
        ? await pool.query({ ...THREAD, values: [ticketId] })
        : await pool.query({ ...AVAILABLE, values: [url.searchParams.getAll('category')] });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ items: rows, next_cursor: null }));
});

function post(ticketId: string, body: { author_id: string; text: string; client_id: string }) {
  return pool.query({ ...POST, values: [ticketId, body.author_id, body.text, body.client_id] });
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
