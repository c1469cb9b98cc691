import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import type { Profile } from '#domain/profile.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import {
  download,
  drawThumbnail,
  follow,
  kept,
  removeGone,
  sealedDelivery,
  upload,
} from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

describe('a thumbnail', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'is made of a picture: %s',
    async (format) => {
      const content = await paint(1200, 600).toFormat(format).toBuffer();
      const shown = await thumbnailOf({ name: `a.${format}`, content });
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      expect(await sharp(shown.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 480,
        height: 240,
      });
    },
  );

  it('is asked for by the upload itself', async () => {
    const { fileKey } = await upload(world, customer, {
      content: await paint(10, 10).png().toBuffer(),
    });
    const { rows } = await world.context.pool.query(
      `select count(*)::int as jobs from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'make-thumbnail' and payload->>'key' = $1`,
      [fileKey],
    );
    expect(rows).toEqual([{ jobs: 1 }]);
  });

  it('shows the first frame of many', async () => {
    const frames = await Promise.all(
      [paint(50, 50, 'red'), paint(50, 50, 'blue')].map((frame) => frame.png().toBuffer()),
    );
    const content = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { bytes } = await thumbnailOf({ content });
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  });

  it('stands upright and says nothing of where it was taken', async () => {
    const content = await paint(300, 100)
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = await thumbnailOf({ content });
    const { width, height, exif, xmp, icc } = await sharp(bytes).metadata();
    expect({ width, height, exif, xmp, icc }).toEqual({ width: 100, height: 300 });
  });

  it('is drawn of an SVG, which runs nothing and reads nothing', async () => {
    const content = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
      <script>alert(1)</script><rect width="200" height="100" fill="#00ff00"/>
      <image href="file:///etc/passwd" width="9" height="9"/></svg>`;
    const { bytes } = await thumbnailOf({ name: 'logo.svg', content });
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 200,
      height: 100,
    });
    expect((await sharp(bytes).stats()).dominant.g).toBeGreaterThan(200);
  });

  it('is not made of what is no picture, of half a picture, or of one that would fill the memory', async () => {
    const png = await paint(500, 500).png().toBuffer();
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>';
    const deep = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${'bcdefgh'
      .split('')
      .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(20)}">`)
      .join(
        '',
      )}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&h;</text></svg>`;
    const contents = [
      'hello',
      png.subarray(0, 200),
      bomb,
      huge,
      deep,
      Buffer.from('GIF89a<script>'),
    ];
    for (const content of contents) {
      const { fileKey } = await upload(world, customer, { content });
      await drawThumbnail(world, fileKey);
      const file = ok(await customer.call<FileRecord>('GET', `/api/files/${fileKey}`));
      expect(file.thumbnail_url).toBeNull();
      const path = `/files/thumbnails/${fileKey}`;
      expect(
        (await follow(world, path, { authorization: `Bearer ${customer.token}` })).status,
      ).toBe(404);
      expect((await download(world, customer, fileKey)).status).toBe(200);
    }
  });

  it('is not shown of a delivery before it is paid', async () => {
    const developer = await world.person('developer');
    const content = await paint(10, 10).png().toBuffer();
    const key = await sealedDelivery(world, { customer, developer }, { name: 'a.png', content });
    await drawThumbnail(world, key);
    const shownTo = async (person: Person) => {
      const { thumbnail_url } = ok(await person.call<FileRecord>('GET', `/api/files/${key}`));
      const authorization = `Bearer ${person.token}`;
      const { status, bytes } = await follow(world, `/files/thumbnails/${key}`, { authorization });
      return { thumbnail_url, status, code: status === 200 ? '' : JSON.parse(`${bytes}`).code };
    };
    expect(await shownTo(customer)).toEqual({
      thumbnail_url: null,
      status: 403,
      code: 'file_locked_until_paid',
    });
    expect(await shownTo(developer)).toMatchObject({
      thumbnail_url: expect.stringContaining(key),
      status: 200,
    });
  });

  it('has the same address for ten minutes, and is shown by it for ten to twenty', async () => {
    const { fileKey } = await upload(world, customer, {
      content: await paint(9, 9).png().toBuffer(),
    });
    await drawThumbnail(world, fileKey);
    const address = async () =>
      ok(await customer.call<FileRecord>('GET', `/api/files/${fileKey}`)).thumbnail_url ?? '';
    const start = Math.ceil(Date.now() / 600_000) * 600_000;
    const at = (seconds: number) => vi.spyOn(Date, 'now').mockReturnValue(start + seconds * 1000);
    at(0);
    const first = await address();
    at(599);
    expect(await address()).toBe(first);
    at(600);
    expect(await address()).not.toBe(first);
    at(1200);
    expect((await follow(world, first)).status).toBe(200);
    at(1201);
    expect((await follow(world, first)).status).toBe(403);
  });

  it('is drawn once, and not of what is gone before or meanwhile', async () => {
    const content = await paint(9, 9).png().toBuffer();
    const store = world.context.files;
    const { read } = store;
    const [other, drawn] = [
      await upload(world, customer, { content }),
      await upload(world, customer, { content }),
    ];
    await drawThumbnail(world, drawn.fileKey);
    const waiting = await world.context.db
      .selectFrom('files')
      .select('thumbnail')
      .where('key', '=', other.fileKey)
      .executeTakeFirst();
    expect(waiting).toEqual({ thumbnail: 'waiting' });
    const gone = await upload(world, customer, { content });
    ok(await customer.call('DELETE', `/api/files/${gone.fileKey}`));
    store.read = () => Promise.reject(new Error('it is read once more'));
    onTestFinished(() => void Object.assign(store, { read }));
    await drawThumbnail(world, drawn.fileKey);
    await drawThumbnail(world, gone.fileKey);

    const taken = await upload(world, customer, { content });
    store.read = async (name) => {
      ok(await customer.call('DELETE', `/api/files/${taken.fileKey}`));
      return read(name);
    };
    await drawThumbnail(world, taken.fileKey);
    expect((await kept(world)).thumbnails).not.toContain(taken.fileKey);
    await removeGone(world);
    expect((await kept(world)).rows).not.toContain(taken.fileKey);
  });

  it('is shown to those alone who may open the file, and goes with it', async () => {
    const content = await paint(10, 10).png().toBuffer();
    const { fileKey } = await upload(world, customer, { content });
    const { id } = ok(
      await customer.call<{ id: string }>('POST', '/api/tickets', {
        ...aRequest,
        files: [fileKey],
      }),
    );
    await drawThumbnail(world, fileKey);
    const { thumbnail_url } = ok(await customer.call<FileRecord>('GET', `/api/files/${fileKey}`));
    const stranger = await world.person('customer');
    const path = `/files/thumbnails/${fileKey}`;
    expect((await follow(world, path)).status).toBe(401);
    expect((await follow(world, path, { authorization: `Bearer ${stranger.token}` })).status).toBe(
      404,
    );
    expect((await follow(world, thumbnail_url ?? '')).status).toBe(200);
    ok(await customer.call('DELETE', `/api/tickets/${id}`));
    expect((await follow(world, thumbnail_url ?? '')).status).toBe(404);
    await removeGone(world);
    expect((await kept(world)).thumbnails).not.toContain(fileKey);
  });
});

describe('a profile image', () => {
  it('is a square of the uploaded picture, at an address that needs no session', async () => {
    const content = await paint(800, 300)
      .withExif({ IFD0: { Artist: 'Ada' } })
      .jpeg()
      .toBuffer();
    const { profile_image_url } = await setImage(customer, content);
    const { status, bytes, headers } = await follow(world, profile_image_url ?? '');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512 });
    expect(ok(await customer.call<Profile>('GET', '/api/me')).profile_image_url).toBe(
      profile_image_url,
    );
  });

  it('stays when it is sent back as it is, is replaced by another, and taken away by null', async () => {
    const person = await world.person('developer');
    const first = await setImage(person, await paint(90, 90, 'red').png().toBuffer());
    const patch = (profile_image_url: unknown) =>
      person.call<Profile>('PATCH', '/api/me', { first_name: 'Ada', profile_image_url });
    expect(ok(await patch(first.profile_image_url)).profile_image_url).toBe(
      first.profile_image_url,
    );
    expect(ok(await patch(undefined)).profile_image_url).toBe(first.profile_image_url);
    const second = await setImage(person, await paint(90, 90, 'blue').png().toBuffer());
    expect(second.profile_image_url).not.toBe(first.profile_image_url);
    expect((await follow(world, first.profile_image_url ?? '')).status).toBe(401);
    expect(ok(await patch(null)).profile_image_url).toBeNull();
    expect((await follow(world, second.profile_image_url ?? '')).status).toBe(401);
    await removeGone(world);
    expect((await kept(world)).thumbnails).not.toContain(
      second.profile_image_url?.split('/').at(-1),
    );
  });

  it('is set twice by the same picture without a fuss', async () => {
    const person = await world.person('customer');
    const { fileKey } = await upload(world, person, {
      content: await paint(9, 9).png().toBuffer(),
    });
    const patch = () => person.call<Profile>('PATCH', '/api/me', { profile_image_url: fileKey });
    const [one, two] = [ok(await patch()), ok(await patch())];
    expect(two.profile_image_url).toBe(one.profile_image_url);
  });

  it("is nobody else's upload, nothing attached, and no other kind of file", async () => {
    const other = await world.person('customer');
    const picture = await paint(9, 9).png().toBuffer();
    const foreign = await upload(world, other, { content: picture });
    const text = await upload(world, customer, { content: 'hello' });
    const attached = await upload(world, customer, { content: picture });
    ok(await customer.call('POST', '/api/tickets', { ...aRequest, files: [attached.fileKey] }));
    const before = ok(await customer.call<Profile>('GET', '/api/me')).profile_image_url;
    const wrong = [
      foreign.fileKey,
      text.fileKey,
      attached.fileKey,
      'x',
      '',
      '../me',
      'https://evil.example/a.png',
    ];
    for (const profile_image_url of [...wrong, 7, {}, ['x'], 'x'.repeat(300)]) {
      const answer = await customer.call('PATCH', '/api/me', { profile_image_url });
      expect(answer.status, JSON.stringify(profile_image_url)).toBe(400);
    }
    expect(ok(await customer.call<Profile>('GET', '/api/me')).profile_image_url).toBe(before);
  });

  it('cannot be downloaded as a file', async () => {
    const { profile_image_url } = await setImage(customer, await paint(9, 9).png().toBuffer());
    const key = profile_image_url?.split('/').at(-1) ?? '';
    expect((await customer.call('GET', `/api/files/${key}/link`)).status).toBe(404);
    const authorization = `Bearer ${customer.token}`;
    expect((await follow(world, `/files/download/${key}`, { authorization })).status).toBe(404);
  });
});

function paint(width: number, height: number, background = 'orange') {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function thumbnailOf(file: { name?: string; content: Buffer | string }) {
  const { fileKey } = await upload(world, customer, file);
  await drawThumbnail(world, fileKey);
  const { thumbnail_url } = ok(await customer.call<FileRecord>('GET', `/api/files/${fileKey}`));
  expect(thumbnail_url).not.toBeNull();
  return follow(world, thumbnail_url ?? '');
}

async function setImage(person: Person, content: Buffer): Promise<Profile> {
  const { fileKey } = await upload(world, person, { name: 'me.jpg', content });
  return ok(await person.call<Profile>('PATCH', '/api/me', { profile_image_url: fileKey }));
}
