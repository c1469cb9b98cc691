import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Takes connections and says nothing, until it is mended. */
export async function hangingMailServer() {
  const received: string[] = [];
  const waiting = new Set<Socket>();
  let isWell = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => waiting.delete(socket));
    if (isWell) takeMails(socket, received);
    else waiting.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    hangs: () => waiting.size > 0,
    mend: () => {
      isWell = true;
      for (const socket of waiting) socket.destroy();
    },
    /** The mails under a subject. */
    received: (subject: string) => received.filter((mail) => mail.includes(`Subject: ${subject}`)),
  };
}

function takeMails(socket: Socket, received: string[]): void {
  let mail: string | null = null;
  socket.setEncoding('utf8').write('220 here\r\n');
  socket.on('data', (text: string) => {
    for (const line of text.split('\r\n')) {
      if (mail !== null && line !== '.') mail += `${line}\n`;
      else if (mail !== null) {
        received.push(mail);
        mail = null;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(line)) {
        mail = '';
        socket.write('354 go on\r\n');
      } else if (line !== '') socket.write('250 ok\r\n');
    }
  });
}
