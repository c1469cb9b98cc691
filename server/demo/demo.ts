import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { FIRST_REQUESTS } from '#domain/limits.ts';
import { joinWaitlist } from '../accounts/join-waitlist.ts';
import { createUser, hashPassword } from '../accounts/people.ts';
import { ConfigError } from '../config/config.ts';
import type { Database, Tx } from '../database/database.ts';
import { keyIdOf } from '../evidence/signing-key.ts';
import type { Viewer } from '../http/viewer.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { countFiguresAnew } from '../unblockers/check-figures.ts';
import { savePublicProfile } from '../unblockers/own-profile.ts';
import { Workers } from '../workers/workers.ts';
import { addApplication } from './application.ts';
import { dateBooks } from './date-books.ts';
import { finishedStories } from './finished-stories.ts';
import { removeTrial } from './leave/remove.ts';
import { applicants, people } from './people.ts';
import { type Story, stories } from './stories.ts';
import { tell } from './tell.ts';

const PASSWORD = 'unblock-demo';
/** Its files are ours, and a machine that is busy must start, too. */
const PATIENCE = 30;

/**
 * Demo people and requests in every status, added once. What a start left half made is made anew.
 * Source: contract, "Demo".
 * @param owner of the tables: books and log are closed to all others
 */
export async function addDemo(context: Context, owner: Database = context.db): Promise<void> {
  const workers = new Workers(PATIENCE);
  // Another server that starts at the same moment waits, and finds it made.
  const made = context.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    // Asked for again and again: each answer has its time, and making it takes longer on a busy machine.
    while (!(await isMine(tx))) await sleep(200);
    await makeDemo({ ...context, workers }, owner);
  });
  await made.finally(() => workers.close());
}

async function isMine(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('demo', 0)) as got`.execute(tx);
  return rows[0]?.got === true;
}

async function makeDemo(context: Context, owner: Database): Promise<void> {
  await removeHalf(context, owner);
  const viewers = await addPeople(context);
  if (!viewers) return;
  const moderator = pick(viewers, 'moderator');
  for (const story of [...stories, ...finishedStories]) {
    const customer = pick(viewers, story.customer);
    const developer = pick(viewers, story.developer);
    const person = (name: string) => pick(viewers, name);
    const ticketId = await tell(context, story, { customer, developer, moderator, person });
    await moveIntoThePast(context.db, ticketId, story);
  }
  await addApplicants(context);
  // Figures that agree with the dates of their work.
  await countFiguresAnew(context.db);
  await dateBooks(owner);
  // Nothing from before the first start is mailed, or counts as mailed to a moderator.
  await context.db.deleteFrom('mails').execute();
  await context.db.deleteFrom('desk_mails').execute();
  // Last: by these is known that the rest is there.
  await addProfiles(context, viewers);
}

/** Removes a demo without a single profile, unless somebody else has a part in it by now. */
async function removeHalf({ db, log, config }: Context, owner: Database): Promise<void> {
  const shown = Object.values(people).flatMap(({ email, profile }) => (profile ? [email] : []));
  const { there, whole } = await db
    .selectFrom('users as u')
    .leftJoin('unblocker_slugs as s', 's.developer_id', 'u.id')
    .select((of) => [
      of.fn.countAll<number>().as('there'),
      of.fn.count<number>('s.slug').as('whole'),
    ])
    .where('u.email', 'in', shown)
    .executeTakeFirstOrThrow();
  if (Number(there) === 0 || Number(whole) > 0) return;
  try {
    const keyId = await keyIdOf(config.jwtKey);
    await owner.transaction().execute((tx) => removeTrial(tx, keyId));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.warn('the demo is not whole, and stays as it is: other people have a part in it');
  }
}

async function addApplicants(context: Context): Promise<void> {
  for (const { hoursAgo, ...entry } of applicants) {
    await change(context, (change) => joinWaitlist(change, entry));
    await sql`update waitlist set created_at = now() - make_interval(hours => ${hoursAgo}::int)
      where email = ${entry.email}`.execute(context.db);
  }
  await addApplication(context);
}

/** What unblockers show of themselves. */
async function addProfiles(context: Context, viewers: Map<string, Viewer>): Promise<void> {
  for (const [key, { profile }] of Object.entries(people)) {
    if (!profile) continue;
    await change(context, (change) => savePublicProfile(change, pick(viewers, key), profile));
  }
}

/** Null when they exist already. */
async function addPeople(context: Context): Promise<Map<string, Viewer> | null> {
  const password_hash = await hashPassword(PASSWORD);
  return change(context, async ({ tx }) => {
    const there = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (there) return null;
    const viewers = new Map<string, Viewer>();
    for (const [key, person] of Object.entries(people)) {
      const { id } = await createUser(tx, { ...person, password_hash, confirmed: true });
      // Whoever tries this out takes what they like.
      const established = { max_running: null, first_finished: FIRST_REQUESTS };
      await tx.updateTable('profiles').set(established).where('id', '=', id).execute();
      // As old as their stories: new accounts are treated with more suspicion where money is paid.
      await sql`update users set created_at = now() - interval '60 days' where id = ${id}`.execute(
        tx,
      );
      const { email, user_type, supported_categories = [], payout_country = null } = person;
      await tx.updateTable('profiles').set({ payout_country }).where('id', '=', id).execute();
      viewers.set(key, { id, email, user_type, supported_categories, session_id: '' });
    }
    return viewers;
  });
}

function pick(viewers: Map<string, Viewer>, key: string): Viewer {
  const viewer = viewers.get(key);
  if (!viewer) throw new Error(`no demo person ${key}`);
  return viewer;
}

/**
 * Spreads the events just created evenly over the time since the request was posted, or over that which it took. What the thread says
 * of a step keeps the step's date.
 */
async function moveIntoThePast(
  db: Database,
  ticketId: string,
  { hoursAgo, tookHours }: Pick<Story, 'hoursAgo' | 'tookHours'>,
): Promise<void> {
  const shift = sql`make_interval(secs => ${hoursAgo * 3600})`;
  await sql`update tickets set created_at = created_at - ${shift} where id = ${ticketId}`.execute(
    db,
  );
  const events = await sql<{ id: string; kind: string; action: string | null; place: number }>`
    select id, kind, action, (case when tells then step else place end)::int as place from
      (select *, max(place) filter (where kind = 'history') over (order by place) as step from
        (select *, row_number() over (order by created_at) - 1 as place from
          (select id::text, 'history' as kind, action, false as tells, created_at
            from ticket_history where ticket_id = ${ticketId}
          union all select id::text, 'message', null, kind is not null, created_at
            from messages where ticket_id = ${ticketId})))`.execute(db);
  const approval = events.rows.find(({ action }) => action === 'accept')?.place;
  const stepHours = tookHours && approval ? tookHours / approval : hoursAgo / 25;
  const step = sql`make_interval(secs => ${stepHours * 3600})`;
  for (const { id, kind, place } of events.rows) {
    const at = sql`now() - ${shift} + ${step} * ${place}::int`;
    if (kind === 'history')
      await sql`update ticket_history set created_at = ${at} where id = ${id}::bigint`.execute(db);
    else
      await sql`update messages set created_at = ${at}, is_read = true where id = ${id}::uuid`.execute(
        db,
      );
  }
  // Unblockers answer soon.
  await sql`update messages m set created_at = before.created_at + least(${step} / 2, interval '35 minutes')
    from tickets t, messages before
    where t.id = ${ticketId} and m.ticket_id = t.id and m.author_id = t.developer_id
      and before.id = (select id from messages b where b.ticket_id = t.id and b.position < m.position
        order by b.position desc limit 1) and before.author_id = t.customer_id and m.kind is null`.execute(
    db,
  );
  await sql`update decisions set created_at = h.created_at from ticket_history h
    where h.ticket_id = decisions.ticket_id and h.event = decisions.kind and h.ticket_id = ${ticketId}`.execute(
    db,
  );
  await sql`update reports set created_at = h.created_at from ticket_history h
    where h.ticket_id = reports.ticket_id and h.action = 'report' and h.ticket_id = ${ticketId}`.execute(
    db,
  );
  await sql`update tickets set status_since = (
      select max(created_at) from ticket_history
      where ticket_id = ${ticketId} and (from_status is distinct from to_status or action = 'reserve'))
    where id = ${ticketId}`.execute(db);
  await sql`update notifications
    set created_at = t.status_since - n.before * interval '40 minutes',
      read_at = case when n.kind = 'new_message' or t.status_since < now() - interval '2 days'
        then t.status_since end
    from tickets t join (select id, kind, ticket_id, row_number() over (order by created_at desc) - 1 as before
      from notifications where ticket_id = ${ticketId}) n on n.ticket_id = t.id
    where notifications.id = n.id`.execute(db);
  await sql`update milestones set created_at = h.created_at from ticket_history h
    where h.milestone_id = milestones.id and h.action = 'start' and milestones.ticket_id = ${ticketId}`.execute(
    db,
  );
  await sql`update milestones set started_at = created_at where started_at is not null and ticket_id = ${ticketId}`.execute(
    db,
  );
  await sql`update billing_records set paid_at = h.created_at from ticket_history h
    where h.milestone_id = billing_records.milestone_id and h.action = 'confirm-payment'
      and paid_at is not null and billing_records.ticket_id = ${ticketId}`.execute(db);
  // The developer counts as established.
  await sql`update billing_records set payable_at = null where ticket_id = ${ticketId}`.execute(db);
  await sql`update deliveries set submitted_at = h.created_at from ticket_history h
    where h.milestone_id = deliveries.milestone_id and h.action = 'submit'`.execute(db);
  await sql`update deliveries set decided_at = h.created_at from ticket_history h
    where h.milestone_id = deliveries.milestone_id and h.action in ('accept', 'reject') and decided_at is not null`.execute(
    db,
  );
  await sql`update plan_versions v set submitted_at = h.created_at,
      decided_at = case when v.decided_at is not null then h.created_at + ${step} end
    from (select created_at, row_number() over (order by created_at) as number from ticket_history
      where ticket_id = ${ticketId} and action = 'submit-plan') h
    where v.ticket_id = ${ticketId} and v.number = h.number`.execute(db);
  await sql`update tickets set quotes_until = quotes_until - ${shift} where id = ${ticketId}`.execute(
    db,
  );
  await sql`update deadlines d set due_at = due_at - ${shift} from tickets t
    where t.id = d.ticket_id and t.id = ${ticketId} and t.quotes_until is not null`.execute(db);
  await sql`update quotes q set created_at = h.created_at, edited_at = h.created_at
    from ticket_history h where h.ticket_id = q.ticket_id and h.action = 'quote'
      and h.actor_id = q.developer_id and q.ticket_id = ${ticketId}`.execute(db);
  await sql`update user_feedback f set created_at = t.status_since, updated_at = t.status_since,
      opens_at = t.status_since + (f.opens_at - f.created_at)
    from tickets t where t.id = f.ticket_id and t.id = ${ticketId}`.execute(db);
  // Dated like what they belong to.
  await sql`update files set created_at = coalesce(m.created_at, d.submitted_at, t.created_at)
    from attachments a
    join tickets t on t.id = a.ticket_id
    left join messages m on m.id = a.message_id
    left join deliveries d on d.id = a.delivery_id
    where a.file_key = files.key and t.id = ${ticketId}`.execute(db);
}
