/**
 * The embedded inbox in a process of its own: MailDev keeps every mail in memory, and none of
 * that should weigh on the server. It ends when its parent does, however that ended.
 */
import MailDev from 'maildev';

const [web, smtp] = process.argv.slice(2).map(Number);

const inbox = new MailDev({ web, smtp, ip: '127.0.0.1', silent: true });
inbox.listen(() => process.send?.('ready'));

process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
