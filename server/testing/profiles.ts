import type { PublicProfile } from '#domain/unblocker.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from './deeds.ts';
import type { Person, World } from './world.ts';

let made = 0;

/** Publishes a profile with an address of its own. */
export async function publish(
  developer: Person,
  { name = 'Ana', ...changes }: Partial<PublicProfile> & { name?: string } = {},
): Promise<PublicProfile & { slug: string }> {
  made += 1;
  ok(await developer.call('PATCH', '/api/me', { first_name: name }));
  const body = {
    is_public: true,
    slug: `person-${made}`,
    headline: 'Mends what broke',
    words: null,
    categories: ['web'],
    ai_tools: ['CLAUDE'],
    languages: ['en'],
    time_zone: 'Europe/Berlin',
    ...changes,
  };
  return ok(
    await developer.call<PublicProfile & { slug: string }>('PUT', '/api/me/public-profile', body),
  );
}

interface People {
  world: World;
  customer: Person;
  developer: Person;
}

/** A request with one milestone, from the grab to its approval, sent back so many times before. */
export async function finishRequest(
  { world, customer, developer }: People,
  { sentBack = 0, ...changes }: { sentBack?: number; ai_tool?: string; categories?: string[] } = {},
): Promise<string> {
  const { id } = await postRequest(customer, changes);
  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id);
  const path = `/api/milestones/${milestone?.id}`;
  await pay(world, customer, milestone?.id ?? '');
  await deliver(developer, milestone?.id ?? '');
  for (let round = 0; round < sentBack; round++) {
    ok(await customer.call('POST', `${path}/reject`, { feedback: 'Not yet.' }));
    await deliver(developer, milestone?.id ?? '');
  }
  ok(await customer.call('POST', `${path}/accept`, {}));
  return id;
}
