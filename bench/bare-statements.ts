/** What the bare server asks PostgreSQL, and pgbench too: the same rows as the product, and nothing else. */
export const BARE = {
  available: `select t.*, p.first_name, p.last_name, p.profile_image_url
    from tickets t join profiles p on p.id = t.customer_id
    where t.status = 'AWAITING_ASSIGNMENT' and t.developer_id is null and t.categories && $1::text[]
    order by t.created_at desc, t.id desc limit 21`,
  thread: `select m.* from messages m join tickets t on t.id = m.ticket_id and t.pairing_id = m.pairing_id
    where m.ticket_id = $1 order by m.position desc limit 50`,
  post: `insert into messages (ticket_id, pairing_id, author_id, text, client_id)
    select id, pairing_id, $2, $3, $4 from tickets where id = $1 returning *`,
};
