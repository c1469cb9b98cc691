import { connect } from 'node:net';

/** An answer as it came by the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends bytes as they are and reads until the other side closes, or is silent for `patienceMs`.
 * @returns null for no answer
 */
export async function sendRaw(
  url: string,
  bytes: string | Buffer,
  patienceMs = 5000,
): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.write(bytes);
  let text = '';
  // A server that has said no may close before all was sent.
  const isCut = (error: NodeJS.ErrnoException) =>
    ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', (error) => (isCut(error) ? resolve() : reject(error)));
    socket.on('close', () => resolve());
  });
  return text === '' ? null : parse(text);
}

function parse(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body.join('\r\n\r\n'),
  };
}
