import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../../store/store.ts';
import { holdOf, workOf, workOfThreads } from '../../testing/own-time.ts';
import { quickest } from '../../testing/patience.ts';
import { withFile } from '../../testing/shield/archives.ts';
import { Workers } from '../../workers/workers.ts';
import { findSecretsInFile } from './find-in-file.ts';
import { findSecrets } from './find-secrets.ts';
import { maskFile } from './mask-file.ts';
import { Masking } from './masking.ts';
import { sample } from './rule.ts';

const MB = 1024 * 1024;
/** Nobody else is held up for longer, also on a machine that is four times as slow as most. */
const HELD_MS = 150;
/** Of the threads' own time. The longest takes a fifth of it on a machine that does nothing else. */
const SCAN_MS = 15_000;
const STRIPE = `sk_live_${sample('word', 24)}`;

const of = (part: string, length: number) => part.repeat(Math.floor(length / part.length));

const HOSTILE: readonly [string, string][] = [
  ['4 MB of line breaks', of('\n', 4 * MB)],
  ['4 MB of line breaks and 100 passwords', of('\n', 4 * MB) + of('password=Zk81mmQp\n', 1800)],
  ['4 MB of password=', of('password=', 4 * MB)],
  ['4 MB of "password is"', of('password is ', 4 * MB)],
  ['4 MB of open quotes', of('secret="', 4 * MB)],
  ['nested quotes', of(`token='"\``, 2 * MB)],
  ['one line of 1 MB', of('a', MB)],
  ['one line of 4 MB with words of rules', of('keytoken', 4 * MB)],
  ['100,000 keys that are almost right', of(`sk_live_${'x'.repeat(9)}-akia `, 2_300_000)],
  ['beginnings of tokens', of('.eyJhbGciOiJIUzI1NiJ9', 3 * MB)],
  ['beginnings of private keys', of('-----BEGIN PRIVATE KEY-----', 4 * MB)],
  ['private keys without an end', of(`-----BEGIN PRIVATE KEY-----${of('a -', 20_000)}`, 4 * MB)],
  ['addresses without an end', of('https://a:', 4 * MB)],
  ['commands without an end', of('mysql -p', 4 * MB)],
  ['signs that rules begin with', of('|:a-us', 4 * MB)],
  ['passwords of 70 mixed digits', of(`password: "${of('0918273645', 70)}qz"\n`, 4 * MB)],
  ['passwords of 70 equal digits', of(`password: ${of('1', 70)}qz\n`, 4 * MB)],
  ['passwords of words of examples', of(`password: ${of('testapikey', 70)}qz\n`, 4 * MB)],
  ['passwords that end with signs', of(`password: ${of('!', 295)}x\n`, 4 * MB)],
  ['cookies of a session without an end', of('jsessionid=', 4 * MB)],
  ['bearers of one another', of('bearer=', 4 * MB)],
];

let workers: Workers;
beforeAll(() => {
  workers = new Workers();
});
afterAll(() => workers.close());

/** A store of one file. */
function storeOf(file: string): FileStore {
  const no = () => Promise.reject(new Error('not in this test'));
  return { incoming: '', put: no, read: no, remove: no, lend: (_name, work) => work(file) };
}

const FILE = { key: 'key', name: 'a.txt', type: 'text/plain' };

describe('a file of hostile text is looked through in seconds, and holds up nobody', () => {
  it.each(HOSTILE)(
    '%s',
    async (_, text) => {
      await withFile(text, async (file) => {
        const scan = () => findSecretsInFile(storeOf(file), FILE, { workers, owner: 'somebody' });
        const work = async () => expect((await scan()).unread.slice(1)).toEqual([]);
        const times: number[] = [];
        const timed = async () => void times.push(await workOfThreads(work));
        expect(await quickest(HELD_MS, () => holdOf(timed))).toBeLessThan(HELD_MS);
        const time = async () => times.shift() ?? workOfThreads(work);
        expect(await quickest(SCAN_MS, time)).toBeLessThan(SCAN_MS);
      });
    },
    300_000,
  );
});

describe('a hostile message holds up nobody', () => {
  it.each(HOSTILE)(
    '%s',
    async (_, text) => {
      const work = () => findSecrets(text.slice(0, 100_000));
      expect(await quickest(HELD_MS, () => holdOf(work))).toBeLessThan(HELD_MS);
    },
    300_000,
  );
});

describe('a hostile line with a key is masked at once', () => {
  it.each([
    ['blanks on both sides', (blanks: string) => `A_B=${blanks}${STRIPE}${blanks}x`],
    ['blanks before a comma', (blanks: string) => `A_B=${STRIPE}${blanks}${blanks},`],
    ['blanks before the sign', (blanks: string) => `A_B${blanks}${STRIPE}${blanks}=`],
    ['blanks at both ends', (blanks: string) => `${blanks}export${blanks}A_B=${STRIPE}${blanks}`],
    ['commas', (blanks: string) => `A_B=${STRIPE}${blanks.replaceAll(' ', ',')}x`],
  ])('%s', async (_, line) => {
    const text = line(' '.repeat(60_000));
    const work = async () => workOf(() => new Masking().text(text, 'a.txt'));
    expect(await quickest(HELD_MS, work)).toBeLessThan(HELD_MS);
  });

  it('in many lines, each with a key of its own', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `A_${at}=hunter${at}x\n`).join('');
    const work = async () => {
      const masking = new Masking();
      for (let file = 0; file < 20; file++)
        masking.text(
          lines.replaceAll('A_', `A${file}_PASSWORD_`).replaceAll('x\n', `x${file}\n`),
          '',
        );
      return workOf(() => masking.dummyEnv);
    };
    expect(await quickest(500, work)).toBeLessThan(500);
  });
});

it('a copy without secrets is written in a worker too', async () => {
  await withFile(of(`KEY=${STRIPE}\n`, MB), async (file) => {
    let count = 0;
    const work = async () => {
      const told = await maskFile(storeOf(file), FILE, `${file}-${count++}`, {
        workers,
        owner: 'x',
      });
      expect(told).toMatchObject({
        is_written: true,
        rotate: [{ placeholder: '{{SECRET:stripe:1}}' }],
      });
    };
    expect(await quickest(HELD_MS, () => holdOf(work))).toBeLessThan(HELD_MS);
  });
}, 300_000);

describe('a long text is looked through in pieces', () => {
  it('and a key across a cut is found whole, wherever the cut is', async () => {
    for (let before = 8192 - STRIPE.length - 2; before <= 8194; before += 3) {
      const text = `${'.'.repeat(before)} ${STRIPE} ${'.'.repeat(9000)}`;
      const found = await findSecrets(text);
      expect(
        found.map(({ start, end }) => text.slice(start, end)),
        `${before}`,
      ).toEqual([STRIPE]);
      const unbroken = `${'.'.repeat(before)}${STRIPE}${'.'.repeat(9000)}`;
      expect(await findSecrets(unbroken), `${before}`).toMatchObject([
        { start: before, end: before + STRIPE.length },
      ]);
    }
  });

  it('and the name of a value before the cut still counts', async () => {
    const value = sample('hex', 32);
    for (let before = 8150; before <= 8200; before += 5) {
      const text = `${'.'.repeat(before)} api_key: ${value}`;
      expect(await findSecrets(text), `${before}`).toMatchObject([{ end: text.length }]);
    }
  });
});
