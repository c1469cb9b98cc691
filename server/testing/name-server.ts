import { createSocket } from 'node:dgram';

/** A name server of a test, on this machine. */
export interface NameServer {
  /** For `dnsServers`. */
  address: string;
  /** How many IPv4 addresses were asked for; set to 0 to count anew. */
  lookups: number;
  close: () => void;
}

/** @param records what it answers: IPv4 addresses, by the place of the question */
export async function openNameServer(
  records: (lookup: number) => readonly string[],
): Promise<NameServer> {
  const dns = createSocket('udp4', (question, from) => {
    const isIPv4 = typeOf(question) === 1;
    if (isIPv4) server.lookups += 1;
    const reply = replyTo(question, isIPv4 ? records(server.lookups) : []);
    dns.send(reply, from.port, from.address);
  });
  dns.bind(0, '127.0.0.1');
  await new Promise((resolve) => dns.once('listening', resolve));
  const address = `127.0.0.1:${dns.address().port}`;
  const server: NameServer = { address, lookups: 0, close: () => void dns.close() };
  return server;
}

const typeOf = (question: Buffer) => question.readUInt16BE(endOfName(question) + 1);

function endOfName(question: Buffer): number {
  let at = 12;
  while ((question[at] ?? 0) > 0) at += 1 + (question[at] ?? 0);
  return at;
}

/** A DNS reply of A records that nobody may keep. */
function replyTo(question: Buffer, addresses: readonly string[]): Buffer {
  const asked = question.subarray(12, endOfName(question) + 5);
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, asked, ...records]);
}
