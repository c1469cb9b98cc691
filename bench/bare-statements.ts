/**
 * What the bare server asks PostgreSQL, and pgbench too: the same rows as the product, of each only what
 * somebody sees of it, and nothing else.
 */
export const BARE = {
  available: `select t.id, t.customer_id, t.status, t.status_since, t.created_at, t.description, t.categories,
      t.ai_tool, t.stack, t.budget, t.mode, p.first_name, p.last_name, p.profile_image_url
    from tickets t join profiles p on p.id = t.customer_id
    where t.status = 'AWAITING_ASSIGNMENT' and t.developer_id is null and t.categories && $1::text[]
    order by t.created_at desc, t.id desc limit 21`,
  thread: `select m.id, m.position, m.pairing_id, m.author_id, m.text, m.created_at, m.is_system, m.is_read,
      m.is_reported, m.is_hidden, m.is_edited, m.is_deleted, m.needs_answer, m.client_id, m.reply_to
    from messages m join tickets t on t.id = m.ticket_id and t.pairing_id = m.pairing_id
    where m.ticket_id = $1 order by m.position desc limit 50`,
  post: `insert into messages (ticket_id, pairing_id, author_id, text, client_id)
    select id, pairing_id, $2, $3, $4 from tickets where id = $1
    returning id, position, ticket_id, pairing_id, author_id, text, created_at, client_id`,
};
