/** What the tests of the way from the waitlist to an account share. */
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { ok } from './deeds.ts';
import type { Person, World } from './world.ts';

let applicants = 0;

/** Somebody who applied; a moderator's view of it. */
export async function applicant(
  world: World,
  moderator: Person,
  changes: Partial<{ name: string; email: string; specialty: string; bio: string }> = {},
): Promise<WaitlistEntry> {
  applicants += 1;
  const email = changes.email ?? `applicant-${process.pid}-${applicants}@example.com`;
  ok(await world.call('POST', '/api/waitlist', { ...APPLICATION, ...changes, email }));
  const { items } = ok(
    await moderator.call<{ items: WaitlistEntry[] }>('GET', '/api/moderation/waitlist?limit=100'),
  );
  const entry = items.find((item) => item.email === email);
  if (!entry) throw new Error(`${email} is not on the waitlist`);
  return entry;
}

const APPLICATION = { name: 'Ada Byron', specialty: 'fullstack', bio: 'github.com/ada' };

/** The token in the newest invitation to an address, as its mail has it. */
export async function tokenTo(world: World, email: string): Promise<string> {
  const mails = await world.mails();
  const mail = mails.findLast(
    ({ kind, recipient }) => kind === 'invitation' && recipient === email,
  );
  const [, token] = /\/join\/([\w-]+)/.exec(mail?.body_text ?? '') ?? [];
  if (!token) throw new Error(`no invitation to ${email}`);
  return token;
}
