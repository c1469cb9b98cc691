import { crc32, deflateRawSync } from 'node:zlib';

/**
 * For tests: a plain zip archive of texts or bytes, by their paths. Not by yazl, which refuses what the
 * tests must send: empty names, names that lead out of the folder, folders with bytes.
 */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name);
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = numbers([20, 2], [0x800, 2], [8, 2], [0, 4], [crc32(bytes), 4]);
    const sizes = numbers([packed.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, sizes, path, packed]);
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, sizes, place, path]));
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const count = directory.length;
  const end = numbers([0, 4], [count, 2], [count, 2], [listed.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06'), end]);
}

/** Little-endian numbers of so many bytes each. */
function numbers(...parts: [value: number, bytes: number][]): Buffer {
  return Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
