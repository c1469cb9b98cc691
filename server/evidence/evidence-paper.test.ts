import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { EvidenceFile } from '#domain/evidence.ts';
import type { PlanOfRequest } from '#domain/milestone.ts';
import { ok, pay } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { drawEvidence } from './pdf/draw-evidence.ts';
import { picturesIn } from './pictures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-evidence-'));
let world: World;
let scene: Scene;
let file: EvidenceFile;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'results paid');
  file = ok(
    await scene.customer.call<EvidenceFile>('GET', `/api/tickets/${scene.ticketId}/evidence`),
  );
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

test('the evidence of a request comes as a PDF where that is asked for', async () => {
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url: `/api/tickets/${scene.ticketId}/evidence`,
    headers: { authorization: `Bearer ${scene.developer.token}`, accept: 'application/pdf' },
  });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="evidence-\w{6}\.pdf"$/);
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(rawPayload.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
  // The font is embedded.
  expect(rawPayload.toString('latin1')).toMatch(/FontFile2/);
});

test('shows the pictures of checks to whoever may open them', async () => {
  const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'working');
  const plan = await developer.call<PlanOfRequest>('GET', `/api/tickets/${ticketId}/milestones`);
  const check_id = ok(plan).items[0]?.checks[0]?.id;
  const background = { r: 255, g: 100, b: 0, alpha: 0.5 };
  const content = await sharp({ create: { width: 2000, height: 900, channels: 4, background } })
    .png()
    .toBuffer();
  const files = [
    await upload(world, developer, { name: 'wide.png', content }),
    await upload(world, developer, { name: 'log.txt', content: 'All is well.' }),
    await upload(world, developer, { name: 'half.png', content: content.subarray(0, 200) }),
  ];
  const file_keys = files.map(({ fileKey }) => fileKey);
  const evidence = [{ check_id, file_keys }];
  const body = { message: 'Look at it', evidence };
  ok(await developer.call('POST', `/api/milestones/${milestoneId}/submit`, body));
  const picturesFor = async ({ token }: Person) => {
    const { rawPayload } = await world.app.inject({
      url: `/api/tickets/${ticketId}/evidence`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/pdf' },
    });
    const paper = rawPayload.toString('latin1');
    return paper.match(/\/Subtype \/Image[^>]*?\/Width \d+\s+\/Height \d+/g) ?? [];
  };
  const asPrinted = [expect.stringMatching(/\/Width 1000\s+\/Height 450$/)];
  expect(await picturesFor(developer)).toEqual(asPrinted);
  // Sealed until it is paid, as all of the delivery is.
  expect(await picturesFor(customer)).toEqual([]);
  await pay(world, customer, milestoneId ?? '');
  expect(await picturesFor(customer)).toEqual(asPrinted);
  const moderator = await world.person('moderator');
  const help = { reason: 'quality', text: 'It does not look like that.' };
  ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
  expect(await picturesFor(moderator)).toEqual(asPrinted);
  const { rows } = await sql`select from audit_log where action = 'file_opened'
    and actor_id = ${moderator.id} and after -> 'files' ? ${file_keys[0]}`.execute(
    world.context.db,
  );
  expect(rows).toHaveLength(1);
});

test('prints 24 pictures, and says of more that they are too many', async () => {
  const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'working');
  const plan = await developer.call<PlanOfRequest>('GET', `/api/tickets/${ticketId}/milestones`);
  const check_id = ok(plan).items[0]?.checks[0]?.id;
  await pay(world, customer, milestoneId ?? '');
  const dot = { create: { width: 8, height: 8, channels: 3, background: '#f60' } } as const;
  const content = await sharp(dot).png().toBuffer();
  for (let round = 1; round <= 3; round++) {
    const names = Array.from({ length: 10 }, (_, place) => `${round}-${place}.png`);
    const files = await Promise.all(
      names.map((name) => upload(world, developer, { name, content })),
    );
    const evidence = [{ check_id, file_keys: files.map(({ fileKey }) => fileKey) }];
    const body = { message: 'Look at it', evidence };
    ok(await developer.call('POST', `/api/milestones/${milestoneId}/submit`, body));
    if (round === 3) break;
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/reject`, { feedback: 'Again' }));
    ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));
  }
  const whole = ok(await developer.call<EvidenceFile>('GET', `/api/tickets/${ticketId}/evidence`));
  const pictures = Object.values(await picturesIn(world.context, developer.viewer, whole));
  expect(pictures).toHaveLength(30);
  expect(pictures.filter((each) => each !== null)).toHaveLength(24);
});

test('is drawn in its time whatever people wrote', async () => {
  const hostile = [
    'x'.repeat(60_000),
    '\u202e\u05e9\u05dc\u05d5\u05dd '.repeat(10_000),
    '😀👨‍👩‍👧'.repeat(7000),
    '\u0000\u0001\u200b\u0301'.repeat(15_000),
    '漢字'.repeat(30_000),
    // Ten thousand different letters, of two fonts, and from both sides.
    ...Array.from({ length: 10 }, (_, part) => lettersFrom(0x4e00 + part * 1000)),
    lettersFrom(0xac00),
    'שלום (login) مرحبا 12 修 '.repeat(3000),
    `a${'\u0301'.repeat(59_999)}`,
    'a\n'.repeat(30_000),
    '\ud800'.repeat(60_000),
  ];
  const [first] = file.entries;
  const entries = Array.from({ length: 64 }, (_, index) => ({
    ...(first as NonNullable<typeof first>),
    position: index + 1,
    says: hostile[index % hostile.length] ?? '',
  }));
  const drawn = await drawEvidence({ file: { ...file, entries }, pictures: {} }, 'somebody');
  expect(drawn.subarray(0, 5).toString()).toBe('%PDF-');
  expect(drawn.length).toBeLessThan(5_000_000);
}, 60_000);

function lettersFrom(codePoint: number): string {
  return Array.from({ length: 1000 }, (_, place) => String.fromCodePoint(codePoint + place)).join(
    '',
  );
}

/** As on a machine with nothing but the repository and the file. */
function verifyCommand(...given: string[]) {
  const program = path.join(import.meta.dirname, 'verify-command.ts');
  const env = { PATH: process.env.PATH ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

test('a file is checked on a machine without a server, with the published keys or its own', async () => {
  const at = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return name;
  };
  const whole = at('whole.json', canonicalJson(file));
  const keys = at(
    'keys.json',
    JSON.stringify((await world.call('GET', '/api/evidence/keys')).body),
  );
  const known = verifyCommand(whole, keys);
  expect(known).toMatchObject({ status: 0 });
  expect(known.text).toMatch(/^This evidence file is whole\.$/m);
  expect(known.text).not.toMatch(/the key that is in the file/);
  expect(verifyCommand(whole).text).toMatch(/the key that is in the file/);

  const altered = readFileSync(path.join(folder, whole), 'utf8').replace(
    'It is done.',
    'It is dune.',
  );
  const broken = verifyCommand(at('altered.json', altered), keys);
  expect(broken.status).toBe(1);
  const at_fault = file.entries.findIndex(({ content }) => content?.message === 'It is done.') + 1;
  expect(broken.text).toContain(`What entry ${at_fault} says was altered.`);
  const pretty = at('pretty.json', JSON.stringify(file, null, 2));
  expect(verifyCommand(pretty, keys).status).toBe(0);

  const other = { keys: [{ ...file.key, x: 'A'.repeat(43), kid: 'other' }] };
  expect(verifyCommand(whole, at('other.json', JSON.stringify(other))).status).toBe(1);
  expect(verifyCommand(at('none.json', 'nothing')).status).toBe(1);
  expect(verifyCommand('not-there.json').status).toBe(2);
  expect(verifyCommand().status).toBe(2);
});
