import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { newDatabase } from './new-database.ts';
import { portForTest } from './ports.ts';

/** A new database of the test's own, on a way that can be cut. */
export async function reachableDatabase(options: WayOptions = {}) {
  const url = new URL(await newDatabase({ migrated: true }));
  const way = await openWay(Number(url.port), options);
  onTestFinished(way.cut);
  url.port = String(way.port);
  // Not past it, by the socket of the file system.
  url.search = '';
  return { ...way, url: url.href };
}

interface WayOptions {
  /** The first connection on which this is said hears nothing any more. */
  deafTo?: string;
}

async function openWay(target: number, { deafTo }: WayOptions) {
  const open = new Set<Socket>();
  let deaf = 0;
  let isFrozen = false;
  const server: Server = createServer((near) => {
    open.add(near);
    if (isFrozen) return;
    near.on('error', () => undefined).on('close', () => open.delete(near));
    const far = connectTo(target, '127.0.0.1');
    near.on('data', (said: Buffer) => {
      if (deafTo && deaf === 0 && said.includes(deafTo) && ++deaf) far.unpipe().pause();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(from);
          to.destroy();
        });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // While it is cut, no connection of another program may get its port.
  const port = await portForTest();
  await listen(port);
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  // As where a firewall drops all packets: nobody hears that the other side is gone.
  const freezeOpen = () => {
    for (const socket of open) socket.unpipe().pause();
  };
  const freeze = async () => {
    isFrozen = true;
    freezeOpen();
  };
  return { port, cut, freeze, freezeOpen, mend: () => listen(port), deafness: () => deaf };
}
