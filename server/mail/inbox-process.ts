/**
 * The embedded inbox in a process of its own: MailDev keeps every mail in memory, and none of
 * that should weigh on the server. It ends when its parent does, however that ended.
 */
import MailDev from 'maildev';
import pages from 'maildev/lib/web.js';
import { guardInbox } from './inbox-guard.ts';

const [web, smtp, mailDirectory] = process.argv.slice(2);

const inbox = new MailDev({
  web: Number(web),
  smtp: Number(smtp),
  ip: '127.0.0.1',
  mailDirectory,
  silent: true,
});
guardInbox(pages.server);
inbox.listen(() => process.send?.('ready'));

// Meant for our parent, who may still send the last mails; MailDev would end at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.removeAllListeners(signal).on(signal, () => undefined);
}
process.on('disconnect', () => process.exit(0));
