declare module 'maildev' {
  /** The parts of MailDev 2 that we use; it ships no types. */
  export default class MailDev {
    constructor(options: {
      web: number | undefined;
      smtp: number | undefined;
      ip: string;
      mailDirectory: string | undefined;
      silent: boolean;
    });
    listen(ready: () => void): void;
  }
}

declare module 'maildev/lib/web.js' {
  import type { Server } from 'node:http';

  const web: { server: Server };
  export default web;
}
