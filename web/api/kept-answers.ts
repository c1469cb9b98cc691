declare global {
  /** Put there by the router's first script. */
  var __reactRouterManifest: { version: string } | undefined;
}

const NAME = 'unblock.answers';
/** When it was read: pages without a connection show what is at most so old. */
const READ_AT = 'x-read-at';
const LONGEST_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * What one person has read, kept in this browser to be read again without a connection: by the release
 * that has read it, as another one may expect other answers. Storage may be full or forbidden; then
 * nothing is kept.
 */
export interface KeptAnswers {
  /** Undefined for what is not there. */
  read: (hash: string) => Promise<unknown>;
  write: (hash: string, answer: unknown) => Promise<void>;
  remove: (hash: string) => Promise<void>;
  /** Removes all. */
  forget: () => Promise<void>;
  /** Removes what is out of date, and what other releases have left. */
  tidy: () => Promise<void>;
}

export function answersOf(personId: string): KeptAnswers {
  const name = `${NAME}.${personId}.${release()}`;
  return {
    async read(hash) {
      if (!isPossible() || !(await caches.has(name).catch(() => false))) return undefined;
      const found = await (await caches.open(name)).match(addressOf(hash));
      return found && !isOld(found) ? found.json() : undefined;
    },
    async write(hash, answer) {
      const headers = { [READ_AT]: new Date().toISOString(), 'content-type': 'application/json' };
      const kept = new Response(JSON.stringify(answer), { headers });
      await (await caches.open(name)).put(addressOf(hash), kept);
    },
    async remove(hash) {
      await (await caches.open(name)).delete(addressOf(hash));
    },
    async forget() {
      await caches.delete(name);
    },
    async tidy() {
      await forgetAnswers((other) => other === name);
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const found = await cache.match(request);
        if (found && isOld(found)) await cache.delete(request);
      }
    },
  };
}

/** Removes what is kept of everybody, or of everybody but this person. */
export async function forgetOthersAnswers(personId: string | undefined): Promise<void> {
  await forgetAnswers((name) => name.startsWith(`${NAME}.${personId}.`));
}

/** Whether this browser keeps anything: only where nobody can read along on the way to it. */
export function isPossible(): boolean {
  return 'caches' in globalThis;
}

async function forgetAnswers(isKept: (name: string) => boolean): Promise<void> {
  if (!isPossible()) return;
  // Where storage is forbidden there is nothing.
  const ours = (await caches.keys().catch(() => [])).filter((name) => name.startsWith(`${NAME}.`));
  await Promise.all(ours.filter((name) => !isKept(name)).map((name) => caches.delete(name)));
}

/** Which build this page is of. */
function release(): string {
  return globalThis.__reactRouterManifest?.version ?? '';
}

function isOld(found: Response): boolean {
  const at = Date.parse(found.headers.get(READ_AT) ?? '');
  return !(Date.now() - at < LONGEST_MS);
}

/** Entries of this storage have addresses; nothing is ever asked for there. */
function addressOf(hash: string): string {
  return `/kept/${encodeURIComponent(hash)}`;
}
