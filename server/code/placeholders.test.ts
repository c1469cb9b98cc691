import { describe, expect, it } from 'vitest';
import { zipOf } from '../testing/write-zip.ts';
import { holdsPlaceholders, restored } from './placeholders.ts';

const STRIPE = '{{SECRET:stripe:1}}';
const VALUES = { [STRIPE]: 'pässwort-7' };
const text = (key: string) => `# Grüße\r\nKEY=${key}\r\nOTHER={{SECRET:stripe:2}}\r\n`;

describe('a file as its owner has it', () => {
  it.each([
    ['UTF-8', (one: string) => Buffer.from(one)],
    ['UTF-8 with a mark', (one: string) => Buffer.from(`\ufeff${one}`)],
    ['Latin-1', (one: string) => Buffer.from(one, 'latin1')],
    ['UTF-16 LE', (one: string) => Buffer.from(one, 'utf16le')],
    ['UTF-16 LE with a mark', (one: string) => Buffer.from(`\ufeff${one}`, 'utf16le')],
    ['UTF-16 BE with a mark', (one: string) => Buffer.from(`\ufeff${one}`, 'utf16le').swap16()],
  ])('has its keys again in %s', (_, encode) => {
    expect(holdsPlaceholders(encode(text(STRIPE)))).toBe(true);
    const bytes = restored(encode(text(STRIPE)), VALUES);
    expect(bytes.toString('hex')).toBe(encode(text('pässwort-7')).toString('hex'));
  });

  it('is not made a hundred times as long by a key that somebody has put in everywhere', () => {
    const bytes = Buffer.from(STRIPE.repeat(50_000));
    const long = { [STRIPE]: `-----BEGIN PRIVATE KEY-----${'A'.repeat(3000)}` };
    expect(restored(bytes, long)).toBe(bytes);
    expect(restored(bytes, VALUES).length).toBeLessThan(bytes.length);
    const once = Buffer.from(`${STRIPE}\n`);
    expect(restored(once, long).toString()).toBe(`${long[STRIPE]}\n`);
  });

  it('stays as it is where there is none, and where it is no text', () => {
    const none = Buffer.from(text('nothing'));
    expect(restored(none, VALUES)).toBe(none);
    const archive = Buffer.concat([zipOf({ 'a.txt': 'one' }), Buffer.from(STRIPE)]);
    expect(restored(archive, VALUES)).toBe(archive);
    const unknown = Buffer.from(STRIPE, 'utf16le');
    expect(restored(unknown, {})).toBe(unknown);
  });
});
