import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anApplication, aReviewOfApplication } from './applications.ts';
import { aMilestone, aRequest } from './deeds.ts';
import type { Described } from './described-input.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import type { Answer, World } from './world.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['ghp', 'a1B2'.repeat(9)].join('_');

let world: World;
let routes: RegisteredRoute[];
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
});
afterAll(() => world.close());

interface Found {
  code: string;
  items: { where: string }[];
}

/** Fields that no other side of a request reads, with the reason. */
const NOT_SHARED: Record<string, string> = {
  'PATCH /api/me': 'names, preferences, and words to look for, which only their owner reads',
  'DELETE /api/me': 'the own password, which is kept nowhere',
  'POST /api/me/confirm-password': 'the own password, which is kept nowhere',
  'POST /api/me/confirm-passkey': 'what a device has signed, which is kept nowhere',
  'POST /api/me/tokens': 'a name, which only its owner reads',
  'POST /api/me/webhooks': 'an address, which only its owner reads',
  'PATCH /api/me/webhooks/{id}': 'an address, which only its owner reads',
  'POST /api/invitations/{token}/accept': 'the own password and names, before there is a request',
  'POST /api/secrets/scan': 'is looked through itself, and kept nowhere',
  'PUT /api/earnings/country': 'the code of a country',
  'POST /api/me/alerts': 'words to look for, which only their owner reads',
  'POST /api/waitlist': 'an application, which moderators alone read',
  'POST /api/decisions/{id}/appeal': 'moderators alone read it',
  'POST /api/feedback/{id}/appeal': 'moderators alone read it',
  'POST /api/quotes/{id}/appeal': 'moderators alone read it',
  'PUT /api/snapshots/{id}/viewed': 'a path, which only the person who marks it reads again',
  'POST /api/tickets/{id}/snapshots':
    'the address of a public repository; its files are looked through when they are read',
  'POST /api/moderation/waitlist/{id}/approve': 'about no request; the audit log alone keeps it',
  'POST /api/moderation/waitlist/{id}/decline': 'about no request; the audit log alone keeps it',
  'POST /api/moderation/invitations': 'an address',
  'POST /api/moderation/replies':
    'moderators alone read it; what is sent with it is looked through',
  'PATCH /api/moderation/replies/{id}': 'moderators alone read it',
  'POST /api/moderation/mails/{id}/resend': 'the audit log alone keeps it',
  'POST /api/moderation/findings/{id}/done': 'the audit log alone keeps it',
};
/** What is in them is looked through by a job; they take the choice themselves. */
const LOOKED_THROUGH_LATER = [
  'POST /api/files/{id}/keys',
  'POST /api/tickets/{id}/snapshots',
  'POST /api/snapshots/{id}/secrets',
];
/** Ids, keys of files, numbers in words. */
const NO_WORDS =
  /(?:^|\.)(?:id|ids|client_id|milestone_id|moderator_id|pairing_id|instead_of|files|file_attachments|file_keys?|project|attempts|attachments|removed_files|estimated_work_time|secrets|slug|time_zone)(?:\.|$)/;

describe('each text field of the API', () => {
  it('is looked through, or is named here with the reason', async () => {
    const document = (await world.call<Document>('GET', '/api/openapi.json')).body;
    const all = bodies(document);
    const written = all.filter(({ call }) => !(call in NOT_SHARED)).flatMap(asFields(document));
    const seen = all.flatMap(({ call, shares }) =>
      shares.map((path) => `${call} ${path.replaceAll('.*', '')}`),
    );
    expect(written.toSorted()).toEqual(seen.toSorted());
    expect(seen.length).toBeGreaterThan(20);
    expect(all.map(({ call }) => call)).toEqual(expect.arrayContaining(Object.keys(NOT_SHARED)));
  });

  it('that is looked through refuses a key before anything else is done', async () => {
    const document = (await world.call<Document>('GET', '/api/openapi.json')).body;
    const people = {
      customer: await world.person('customer'),
      moderator: await world.person('moderator'),
    };
    for (const { call, shares } of bodies(document)) {
      const [method = '', path = ''] = call.split(' ');
      const person = path.startsWith('/api/moderation') ? people.moderator : people.customer;
      for (const field of shares) {
        const body = {
          ...(VALID[call] ?? VALID[call.split('/').at(-1) ?? '']),
          ...sharing(field.split('.*.')),
        };
        const url = path.replace(/\{\w+\}/, randomUUID());
        const answer: Answer<Found> = await person.call(method as 'POST', url, body);
        expect(answer.body, `${call} ${field}`).toMatchObject({
          code: 'secrets_found',
          items: [{ where: field.replaceAll('*', '0') }],
        });
      }
    }
  });

  it('is described with the choice that goes with it', async () => {
    const document = (await world.call<Document>('GET', '/api/openapi.json')).body;
    for (const { call, body, shares } of bodies(document)) {
      const has = JSON.stringify(body).includes('"secrets"');
      expect(has, call).toBe(shares.length > 0 || LOOKED_THROUGH_LATER.includes(call));
    }
  });
});

/** A body with a key in one field, or in one of an entry of a list. */
function sharing([name = '', ...rest]: readonly string[], list = ''): object {
  if (rest.length > 0) return { [name]: [{ ...ENTRIES[name], ...sharing(rest, name) }] };
  const value = name === 'url' ? `https://example.com/${KEY}` : KEY;
  return { ...ENTRIES[`${list}.${name}`], [name]: value };
}

/** The rest of an entry. */
const ENTRIES: Record<string, object> = {
  examples: { title: 'A shop', url: 'https://example.com', text: 'All of it' },
  'proofs.text': { check: 'totals' },
  add: aMilestone,
  milestones: aMilestone,
  alter: { id: randomUUID() },
  'checks.url': { text: 'It answers' },
  'checks.expect_text': { text: 'It answers', url: 'https://example.com' },
  'checks.note': { check_id: randomUUID(), passed: false },
  'code.path': { snapshot_id: randomUUID(), from_line: 1, to_line: 1 },
  'evidence.text': { check_id: randomUUID() },
  'evidence.url': { check_id: randomUUID() },
};

const aDraft = {
  examples: [],
  categories: [],
  ai_tools: [],
  time_zone: null,
  hours: '',
  proofs: [],
};

const aProfile = {
  is_public: false,
  slug: 'ana-silva',
  headline: 'Mends it',
  categories: [],
  ai_tools: [],
  languages: [],
  time_zone: 'UTC',
};

/** The rest of a body, where a field alone is none. */
const VALID: Record<string, object> = {
  'POST /api/sign-ups/{id}/request': { ...aRequest, ai_tool: 'OTHER', ai_tool_other: 'Eliza' },
  'POST /api/drafts': { ...aRequest, ai_tool: 'OTHER', ai_tool_other: 'Eliza' },
  'POST /api/tickets': { ...aRequest, ai_tool: 'OTHER', ai_tool_other: 'Eliza' },
  'POST /api/tickets/{id}/milestones': aMilestone,
  'PUT /api/me/public-profile': aProfile,
  'PUT /api/applications/{token}': aDraft,
  'POST /api/applications/{token}/submit': anApplication,
  'POST /api/entry-reviews/{id}': aReviewOfApplication,
  quotes: { message: 'I can do that', milestones: [aMilestone] },
  'PATCH /api/quotes/{id}': {},
  changes: { reason: 'It turned out otherwise', add: [aMilestone] },
  'get-help': { reason: 'other' },
  messages: { text: 'See here' },
  submit: { message: 'Done' },
  reject: { feedback: 'Not yet' },
  split: { released_cents: 1, refunded_cents: 1 },
  refund: { milestone_id: randomUUID(), refunded_cents: 1, borne_by: 'platform' },
  'money-back': { borne_by: 'platform' },
  decide: { borne_by: 'platform' },
};

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Described }> } }>
  >;
  components: { schemas: Record<string, Described> };
}

function bodies({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema;
      if (!body) return [];
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      const route = routes.find((one) => one.method === method.toUpperCase() && one.url === url);
      const shares = route?.config?.shares?.texts ?? [];
      return [{ call: `${method.toUpperCase()} ${path}`, body, shares }];
    }),
  );
}

const asFields =
  ({ components: { schemas } }: Document) =>
  ({ call, body }: { call: string; body: Described }) =>
    textsIn(body, schemas)
      .filter((field) => !NO_WORDS.test(field))
      .map((field) => `${call} ${field}`);

/** Dotted names of fields that take any text. */
function textsIn(described: Described, known: Record<string, Described>, at = ''): string[] {
  const { $ref, anyOf, oneOf, allOf, items, properties } = described;
  if ($ref) return textsIn(known[$ref.split('/').at(-1) ?? ''] ?? {}, known, at);
  if (described.enum || 'const' in described) return [];
  const within = (name: string) => (at === '' ? name : `${at}.${name}`);
  const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  const found = [
    ...parts.flatMap((part) => textsIn(part, known, at)),
    ...(items ? textsIn(items, known, at) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, part]) =>
      textsIn(part, known, within(name)),
    ),
  ];
  const isText = [described.type].flat().includes('string') && !described.format;
  return [...new Set(isText ? [...found, at] : found)];
}
