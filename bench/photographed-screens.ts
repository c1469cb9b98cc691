import pg from 'pg';
import { hashToken } from '../server/accounts/mail-links.ts';

/** Whoever is on the page; nobody for a visitor. */
export type Who = 'customer' | 'developer' | 'moderator' | null;

export interface Screen {
  who: Who;
  address: string;
  name: string;
}

const APPLICATION_TOKEN = 'photographed';

/** One address of each kind of record, and whose it is. */
const RECORDS = `
  (select 'developer' as who, '/dashboard/developer/applications/' || id as address, 'developer application' as name
   from applications where submitted_at is not null limit 1)
  union all
  (select 'customer', '/dashboard/customer/receipt/' || b.id, 'customer receipt'
   from billing_records b join tickets t on t.id = b.ticket_id join users u on u.id = t.customer_id
   where u.email = 'customer@example.com' and b.status = 'released' limit 1)
  union all
  (select 'customer', '/paidSuccessful/' || b.id, 'customer paid ' || b.status
   from billing_records b join tickets t on t.id = b.ticket_id join users u on u.id = t.customer_id
   where u.email = 'customer@example.com' and b.status in ('held', 'unpaid') order by b.status limit 2)
  union all
  (select 'customer', '/decisions/' || d.id, 'customer decision'
   from decisions d join users u on u.id = d.customer_id where u.email = 'customer@example.com' limit 1)`;

/** Every screen of the demo: each state of a request once. Gives an application that is not sent a link. */
export async function screensOf(connectionString: string): Promise<Screen[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string; status: string; developer: boolean }>(
    `select distinct on (t.status, t.developer_id is not null) t.id, t.status, d.email is not null as developer
     from tickets t join users c on c.id = t.customer_id
     left join users d on d.id = t.developer_id and d.email = 'developer@example.com'
     where c.email = 'customer@example.com' order by t.status, t.developer_id is not null, t.created_at`,
  );
  const { rows: accounts } = await client.query<{ id: string }>(
    `select id from users where email = 'noah@example.com'`,
  );
  const { rows: records } = await client.query<Screen>(RECORDS);
  await client.query(
    `update applications set token_hash = $1
     where id = (select id from applications where submitted_at is null limit 1)`,
    [hashToken(APPLICATION_TOKEN)],
  );
  await client.end();
  const at = (who: Who) => (address: string) => ({
    who,
    address,
    name: `${who ?? 'visitor'} ${address.replace(/[0-9a-f-]{36}/, '…')}`,
  });
  const plans = (who: 'customer' | 'developer') =>
    rows
      .filter(({ developer }) => who === 'customer' || developer)
      .map(({ id, status }) => ({
        who,
        address: `/dashboard/${who}/plan/${id}`,
        name: `${who} plan ${status.toLowerCase()}`,
      }));
  const tabs = rows.filter(({ developer }) => developer).slice(0, 2);
  return [
    ...['/', '/learn-more', '/pricing', '/pricing/diagnosis', '/guarantee', '/faq'].map(at(null)),
    ...['/become-unblocker', '/verify', '/unblockers', '/unblockers/ana-silva'].map(at(null)),
    ...['/developers', '/developers/api', '/reset-password', '/suspended'].map(at(null)),
    ...['/verification-pending', '/join/nothing'].map(at(null)),
    ...[`/apply/${APPLICATION_TOKEN}`, '/apply/nothing', '/nowhere'].map(at(null)),
    ...['/privacy-policy', '/terms-and-conditions'].map(at(null)),
    ...['/dashboard/customer', '/dashboard/customer/profile', '/help', '/connect'].map(
      at('customer'),
    ),
    ...plans('customer'),
    ...tabs.flatMap(({ id }) =>
      [
        `/dashboard/customer/plan/${id}?tab=code`,
        `/dashboard/customer/plan/${id}?tab=evidence`,
        `/discussions/${id}`,
      ].map(at('customer')),
    ),
    ...['/dashboard/developer', '/dashboard/developer/available'].map(at('developer')),
    ...['/dashboard/developer/earnings', '/dashboard/developer/profile'].map(at('developer')),
    ...['/dashboard/developer/applications', '/discussions'].map(at('developer')),
    ...plans('developer'),
    ...['/moderation', '/moderation/statistics', '/moderation/mails'].map(at('moderator')),
    ...['requests', 'waitlist', 'accounts', 'audit-log'].map((tab) =>
      at('moderator')(`/moderation?tab=${tab}`),
    ),
    ...['/moderation/replies', '/moderation/profile'].map(at('moderator')),
    ...accounts.map(({ id }) => at('moderator')(`/moderation/accounts/${id}`)),
    ...rows.slice(0, 1).map(({ id }) => at('moderator')(`/moderation/requests/${id}`)),
    ...records,
  ];
}
