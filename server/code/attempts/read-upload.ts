import { Refusal } from '#domain/refusals.ts';
import { type SecretsChoice, SecretsFound } from '#domain/secret.ts';
import { attachableBy } from '../../files/file-rows.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Context } from '../../lifecycle/context.ts';
import { taskModule } from '../../workers/task.ts';
import type { NewAttempt } from './attempts.ts';

const reader = taskModule<typeof import('./read-attempt.ts')>(
  import.meta.resolve('./read-attempt.ts'),
);

const PASTED = 'Pasted text';

interface Sent {
  file_key?: string | undefined;
  text?: string | undefined;
}

/** What was read, and whether keys are in it that its author shares knowingly. */
interface Read {
  attempt: NewAttempt;
  hasSecrets: boolean;
}

/**
 * Reads what a customer has sent of a session or chat, in a worker. The shield has looked through it
 * as it was sent; what only shows once it is read, such as in JSON, is looked through here.
 * @returns null where the upload is not there, as when the call is sent again
 * @throws SecretsFound, Refusal `not_looked_through`, `not_text`, `too_much_to_read`
 */
export async function readSent(
  { db, files, workers }: Pick<Context, 'db' | 'files' | 'workers'>,
  viewer: Viewer,
  { file_key, text }: Sent,
  choice: SecretsChoice | null,
): Promise<Read | null> {
  const options = { owner: viewer.id };
  if (file_key === undefined) {
    const words = { text: text ?? '', name: 'text', choice };
    return checked(await workers.run(reader, 'readAttempt', words, options), choice, {
      fileKey: null,
      name: PASTED,
    });
  }
  const upload = await db
    .selectFrom('files')
    .select(['name', 'state'])
    .where('key', '=', file_key)
    .where(attachableBy(viewer.id))
    .executeTakeFirst();
  if (!upload) return null;
  // It is read by the other side at once, so nobody can look through it later.
  if (upload.state === 'checking') throw new Refusal('not_looked_through');
  const name = upload.name ?? '';
  const read = await files.lend(`originals/${file_key}`, (file) =>
    workers.run(reader, 'readAttempt', { file, name, choice }, options),
  );
  return checked(read, choice, { fileKey: file_key, name });
}

function checked(
  { content, found }: Awaited<ReturnType<typeof import('./read-attempt.ts').readAttempt>>,
  choice: SecretsChoice | null,
  from: Omit<NewAttempt, 'content'>,
): Read {
  if (found.length > 0 && choice === null) throw new SecretsFound(found);
  return { attempt: { ...from, content }, hasSecrets: choice === 'share' && found.length > 0 };
}
