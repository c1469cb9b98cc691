/** A program, started by `share-picture.ts`: reads the words of a picture from its input, writes it as PNG. */
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { escapeHtml } from '../http/html.ts';
import { fontFiles } from '../paper/fonts.ts';
import type { SharePicture } from './share-picture.ts';

const { resolve } = createRequire(import.meta.url);
const FAMILY = 'Bricolage Grotesque';
const ownFont = (name: string) => resolve(`@expo-google-fonts/bricolage-grotesque/${name}.ttf`);
const FONT_FILES = [
  ownFont('400Regular/BricolageGrotesque_400Regular'),
  ownFont('700Bold/BricolageGrotesque_700Bold'),
  ...Object.values(fontFiles).flatMap(({ plain, bold }) => [plain, bold]),
];

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80];
/** What name and headline may take; longer ones are drawn smaller. */
const ROOM = { width: WIDTH - 2 * MARGIN, height: 300 };
const [INK, SOFT, GO] = ['#28201b', '#5f574e', '#00693c'];

/** What reorders other letters or has no sign in any font. */
const NOT_DRAWN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Extended_Pictographic}\u202a-\u202e\u2066-\u2069]/gu;

const FRAME =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#faf7f1"/>
<rect y="${HEIGHT - 14}" width="${WIDTH}" height="14" fill="${GO}"/>
<rect x="${MARGIN}" y="84" width="30" height="30" rx="5" fill="${INK}"/>
<rect x="${MARGIN + 25}" y="64" width="25" height="25" rx="5" fill="${GO}" stroke="#faf7f1" stroke-width="3"/>
</svg>`);

interface Style {
  size: number;
  color: string;
  isBold?: boolean;
}

const drawable = (text: string) => text.replaceAll(NOT_DRAWN, '').trim();

function styled(text: string, { size, color, isBold }: Style): string {
  const weight = isBold ? 'bold' : 'normal';
  const words = escapeHtml(drawable(text));
  return `<span font_family="${FAMILY}" weight="${weight}" size="${size * 1024}" foreground="${color}">${words}</span>`;
}

/** Lines of text within the margins. */
async function drawn(markup: string): Promise<Buffer> {
  const { width } = ROOM;
  const text = { text: markup, width, dpi: 72, rgba: true, wrap: 'word-char', spacing: 8 } as const;
  return sharp({ text }).png().toBuffer();
}

/** Pango looks for a letter in all fonts that were named once. */
async function nameFonts(): Promise<void> {
  for (const fontfile of FONT_FILES) {
    await sharp({ text: { text: '.', fontfile } }).toBuffer();
  }
}

async function picture({ name, headline, done }: SharePicture): Promise<Buffer> {
  await nameFonts();
  // A name of emoji alone: without any letter nothing would be drawn at all.
  const who = styled(drawable(name) || 'Unblocker', {
    size: name.length > 24 ? 60 : 84,
    color: INK,
    isBold: true,
  });
  const what = await drawn(`${who}\n${styled(headline, { size: 38, color: SOFT })}`);
  const layers: [Buffer, left: number, top: number][] = [
    [await drawn(styled('Unblock', { size: 44, color: INK, isBold: true })), MARGIN + 68, 72],
    [
      await sharp(what)
        .resize({ ...ROOM, fit: 'inside', withoutEnlargement: true })
        .toBuffer(),
      MARGIN,
      180,
    ],
    [await drawn(styled(done, { size: 32, color: GO, isBold: true })), MARGIN, 520],
  ];
  return sharp(FRAME)
    .composite(layers.map(([input, left, top]) => ({ input, left, top })))
    .png({ palette: true })
    .toBuffer();
}

sharp.cache(false);
sharp.concurrency(1);
const words = JSON.parse((await buffer(process.stdin)).toString('utf8')) as SharePicture;
process.stdout.end(await picture(words), () => process.exit(0));
