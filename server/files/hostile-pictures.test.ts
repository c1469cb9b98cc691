import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import { ok } from '../testing/deeds.ts';
import { drawThumbnail, follow, sealedDelivery, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer');
});
afterAll(() => world.close());

describe('a drawn SVG shows nothing of other files in the store', () => {
  it('no picture of a delivery that is not paid', async () => {
    const content = await sharp({
      create: { width: 50, height: 50, channels: 3, background: '#ff00ff' },
    })
      .png()
      .toBuffer();
    const key = await sealedDelivery(world, { customer, developer }, { name: 'shop.png', content });
    const pixels = await drawn(svg(`<image href="${key}" width="100" height="100"/>`));
    expect(colours(pixels)).toEqual(new Set(['white']));
  });

  it('no text of a delivery that is not paid', async () => {
    const key = await sealedDelivery(
      world,
      { customer, developer },
      { name: 'app.ts', content: 'MMMMMMMM' },
    );
    const pixels = await drawn(
      svg(`<text x="0" y="80" font-size="60" fill="#ff00ff"
        xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${key}" parse="text"/></text>`),
    );
    expect(colours(pixels)).toEqual(new Set(['white']));
  });
});

describe('a picture that would take too much', () => {
  it('is given up within seconds, and holds up nobody else meanwhile', async () => {
    const hanging = await upload(world, customer, { name: 'deep.svg', content: nestedUse(12) });
    const began = performance.now();
    const given = drawThumbnail(world, hanging.fileKey);
    const square = await developer.call('PATCH', '/api/me', {
      profile_image_url: (await upload(world, developer, { content: svg('') })).fileKey,
    });
    expect(square.status).toBe(200);
    await expect(Promise.race([given.then(() => 'done'), 'still drawn'])).resolves.toBe(
      'still drawn',
    );
    await given;
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(await thumbnailUrl(hanging.fileKey)).toBeNull();
  });

  it('waits behind the first of somebody else, and behind all other jobs', async () => {
    const [one, other] = [await world.person('customer'), await world.person('customer')];
    for (const owner of [one, one, one, other]) await upload(world, owner, { content: svg('') });
    const { rows } = await world.context.pool.query(
      `select owner_id, job.priority::int, queue_name from files
        join graphile_worker._private_jobs job on payload->>'key' = files.key
        join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
        where owner_id = any($1) and queue_name like 'thumbnails:%' order by files.created_at`,
      [[one.id, other.id]],
    );
    const places = [one, one, one, other].map(({ id }, index) => ({
      owner_id: id,
      queue_name: `thumbnails:${id}`,
      priority: [10, 11, 12, 10][index],
    }));
    expect(rows).toEqual(places);
  });

  it('is refused as a profile image in plain words', async () => {
    const { fileKey } = await upload(world, customer, { name: 'me.svg', content: nestedUse(12) });
    expect(await customer.call('PATCH', '/api/me', { profile_image_url: fileKey })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Please choose a picture' }] },
    });
  });

  it.each([
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['more markup than we read', svg(`<title>${'x'.repeat(5_000_000)}</title>`)],
    ['no end', svg('').slice(0, -6)],
    ['another language', `<svg xmlns="http://www.w3.org/2000/svg"/><svg/>`],
  ])('is not drawn: %s', async (_what, content) => {
    const { fileKey } = await upload(world, customer, { name: 'a.svg', content });
    await drawThumbnail(world, fileKey);
    expect(await thumbnailUrl(fileKey)).toBeNull();
  });
});

/** Each level draws the one below ten times. */
function nestedUse(levels: number): string {
  const level = (index: number) =>
    `<g id="l${index}">${`<use href="#l${index - 1}" x="1" filter="url(#f)"/>`.repeat(10)}</g>`;
  const groups = Array.from({ length: levels }, (_, index) => level(index + 1)).join('');
  return svg(
    `<filter id="f"><feGaussianBlur stdDeviation="50"/></filter>
     <defs><rect id="l0" width="100" height="100"/>${groups}</defs><use href="#l${levels}"/>`,
  );
}

async function thumbnailUrl(key: string): Promise<string | null> {
  return ok(await customer.call<FileRecord>('GET', `/api/files/${key}`)).thumbnail_url;
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
    <rect width="100" height="100" fill="#ffffff"/>${content}</svg>`;
}

/** The pixels of what a customer is shown of their own upload, three bytes each. */
async function drawn(content: string): Promise<Buffer> {
  const { fileKey } = await upload(world, customer, { name: 'logo.svg', content });
  await drawThumbnail(world, fileKey);
  const { bytes } = await follow(world, (await thumbnailUrl(fileKey)) ?? '');
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

function colours(pixels: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    found.add(Math.min(red, green, blue) > 240 ? 'white' : 'other');
  }
  return found;
}
