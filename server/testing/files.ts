import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Upload } from '#domain/file.ts';
import { thumbnailJob } from '../files/thumbnail.ts';
import { removeGone as removeAllGone } from '../start/remove-gone.ts';
import { agreeOnPlan, grab, ok, postRequest } from './deeds.ts';
import type { Answer, Person, World } from './world.ts';

export interface TestFile {
  name?: string;
  content?: Buffer | string;
  field?: string;
  /** What the sender says that it is. */
  type?: string;
}

const BOUNDARY = `----${randomUUID()}`;
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The body of a form as a browser sends it. */
export function formBody(...files: TestFile[]): Buffer {
  const parts = files.flatMap(({ name = 'notes.txt', content = 'Hello', field = 'file', type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `Content-Type: ${type ?? 'application/octet-stream'}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Sends a form with files as whoever the header says. */
export async function sendForm<Body = Upload>(
  world: World,
  authorization: string | undefined,
  ...files: TestFile[]
): Promise<Answer<Body>> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/files/upload',
    headers: { 'content-type': FORM_TYPE, ...(authorization && { authorization }) },
    payload: formBody(...files),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** Uploads a file to a server that is a process of its own. */
export async function sendTo(url: string, token: string, file: TestFile): Promise<Upload> {
  const response = await fetch(`${url}/files/upload`, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, authorization: `Bearer ${token}` },
    body: new Uint8Array(formBody(file)),
  });
  return (await response.json()) as Upload;
}

/** Uploads a file as a person. */
export async function upload(world: World, person: Person, file: TestFile = {}): Promise<Upload> {
  return ok(await sendForm(world, `Bearer ${person.token}`, file));
}

/** The key of a file that is handed in for a milestone, which its customer has not paid. */
export async function sealedDelivery(
  world: World,
  people: { customer: Person; developer: Person },
  file: TestFile,
): Promise<string> {
  const { id } = await postRequest(people.customer);
  await grab(people.developer, id);
  const { fileKey } = await upload(world, people.developer, file);
  const [milestone] = await agreeOnPlan(people, id);
  const path = `/api/milestones/${milestone?.id}`;
  ok(await people.developer.call('POST', `${path}/start`));
  const delivery = { message: 'Done', file_attachments: { [fileKey]: file.name } };
  ok(await people.developer.call('POST', `${path}/submit`, delivery));
  return fileKey;
}

/** Follows an address as a browser does, without any credentials. */
export async function follow(world: World, url: string, headers: Record<string, string> = {}) {
  const { statusCode, rawPayload, headers: sent } = await world.app.inject({ url, headers });
  return { status: statusCode, bytes: rawPayload, headers: sent };
}

/** Asks for a link and follows it. */
export async function download(world: World, person: Person, key: string) {
  const { url } = ok(await person.call<{ url: string }>('GET', `/api/files/${key}/link`));
  return follow(world, url);
}

/** Does what the job queue would do next: draws one thumbnail. */
export async function drawThumbnail({ context }: World, key: string): Promise<void> {
  await thumbnailJob(context, key);
}

/** Does what the job queue would do next: removes what is gone. */
export async function removeGone({ context }: World): Promise<void> {
  await removeAllGone(context);
}

/** All that is stored, on disk and in rows. */
export async function kept({ context }: World) {
  const folder = path.join(context.config.dataDir, 'files');
  const rows = await context.db.selectFrom('files').select('key').orderBy('key').execute();
  return {
    incoming: await readdir(path.join(folder, 'incoming')),
    thumbnails: await readdir(path.join(folder, 'thumbnails')),
    objects: (await readdir(path.join(folder, 'originals'))).sort(),
    rows: rows.map(({ key }) => key),
  };
}
