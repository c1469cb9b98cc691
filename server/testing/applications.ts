/** What the tests of applications share. */
import { ENTRY_CHECKS, ENTRY_MARKS } from '#domain/entry-test.ts';
import { entryProjectFiles } from '../applications/entry-project.ts';
import { FORM_TYPE, formBody } from './files.ts';
import type { Answer, World } from './world.ts';
import { zipOf } from './write-zip.ts';

/** A whole application, as its form sends it. */
export const anApplication = {
  examples: [{ title: 'A shop', url: 'https://example.com/shop', text: 'I mended its checkout.' }],
  categories: ['backend', 'web'],
  ai_tools: ['CLAUDE'],
  time_zone: 'Europe/Lisbon',
  hours: 'Weekdays, 9 to 17',
  proofs: ENTRY_CHECKS.map((check) => ({ check, text: `I tried ${check} fifty times.` })),
};

/** A review that recommends, as its form sends it. */
export const aReviewOfApplication = {
  checks: Object.fromEntries(ENTRY_CHECKS.map((check) => [check, true])),
  marks: Object.fromEntries(ENTRY_MARKS.map((mark) => [mark, 4])),
  recommends: true,
  note: '',
};

/** The token of the newest link to an application, as its mail has it. */
export async function applicationToken(world: World, email: string): Promise<string> {
  const mails = await world.mails();
  const mail = mails.findLast(
    ({ recipient, body_text }) => recipient === email && body_text.includes('/apply/'),
  );
  const [, token] = /\/apply\/([\w-]+)/.exec(mail?.body_text ?? '') ?? [];
  if (!token) throw new Error(`no link to an application for ${email}`);
  return token;
}

/** The project of the entry test as somebody might mend it: with other contents of some files. */
export async function mendedProject(
  changes: Record<string, string | Buffer> = MENDED,
): Promise<Buffer> {
  const { files, read } = entryProjectFiles();
  const contents: Record<string, string | Buffer> = {};
  for (const { path } of files) contents[path] = await read(path);
  return zipOf({ ...contents, ...changes });
}

const MENDED = { 'lib/discounts.js': 'export const percentOf = () => 10;\n' };

/** Uploads a file as the fixed version. */
export async function sendVersion<Body = Record<string, unknown>>(
  world: World,
  token: string,
  content: Buffer,
): Promise<Answer<Body>> {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/applications/${token}/version`,
    headers: { 'content-type': FORM_TYPE },
    payload: formBody({ name: 'fixed.zip', content }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
