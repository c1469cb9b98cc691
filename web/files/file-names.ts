/** Source: specification 9, "File names in chips". */
const CHIP_NAME_LENGTH = 20;
/** Source: specification 5, "Uploads". */
const IMAGE = /\.(?:jpe?g|png|gif|webp|svg)$/i;

/** A name as a chip shows it: whole, or its first 20 characters and what kind of file it is. */
export function chipName(name: string): string {
  const characters = [...name];
  if (characters.length <= CHIP_NAME_LENGTH) return name;
  const ending = /\.[^.]{1,6}$/.exec(name)?.[0] ?? '';
  const stem = characters.slice(0, characters.length - ending.length);
  const shown =
    stem.length > CHIP_NAME_LENGTH ? CHIP_NAME_LENGTH : CHIP_NAME_LENGTH - ending.length;
  return `${stem.slice(0, shown).join('')}…${ending}`;
}

export function isImageName(name: string): boolean {
  return IMAGE.test(name);
}

/** Bytes in words: '0 B', '812 kB', '1.5 MB'. In steps of 1024, as the limit of 20MB is counted. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilo = bytes / 1024;
  if (kilo < 1000) return `${short(kilo)} kB`;
  return `${short(kilo / 1024)} MB`;
}

function short(amount: number): string {
  return amount.toFixed(amount < 9.95 ? 1 : 0).replace(/\.0$/, '');
}
