import {
  isComposed,
  isStandIn,
  isTerm,
  isUuid,
  looksRandom,
  withoutEscapes,
} from '../likely-secret.ts';
import { type Candidate, type Rule, sample } from '../rule.ts';

/** A password that somebody set, not one that every example and every new database has. */
function isChosen(value: string): boolean {
  let plain = value;
  try {
    plain = decodeURIComponent(value);
  } catch {
    // Not encoded then.
  }
  return plain.length >= 3 && !isStandIn(plain) && !isDefault(plain);
}

function isDefault(value: string): boolean {
  return (
    /^(?:randompassword|mypassword|pwd?|minioadmin|supabase|dbpass(?:word)?|prisma|johndoe|PORT|\[[^\]]*\]|:?\w+_PASSWORD)$/i.test(
      value,
    ) ||
    (isComposed(value) && !(/[A-Za-z]/.test(value) && /\d{2,}/.test(value)))
  );
}

const AUTHORITY = String.raw`(?<user>[^\s:@/"'\x60<>\\]{0,100}):(?<secret>[^\s@"'\x60<>/\\]{3,200})@[\w.[-]`;

/** `scheme://user:password@host`: the password alone, so that one still sees what it opens. */
function address(family: string, kind: string, schemes: string): Rule {
  const [first = ''] = schemes.split('|');
  return {
    family,
    kind,
    words: schemes.split('|').map((scheme) => `${scheme}://`),
    isOpen: true,
    pattern: new RegExp(String.raw`[a-z+]{2,20}:\/\/${AUTHORITY}`, 'iy'),
    check: ({ value, text, end }) =>
      isChosen(value) && !/^example\.(?:com|org|net)\b/.test(text.slice(end + 1, end + 20)),
    example: `${first}://shop:${sample('word', 14)}@db.shop.io:1234/main`,
    lookAlike: `${first}://user:password@localhost:1234/main`,
  };
}

const before = (text: string, start: number, length: number) =>
  text.slice(Math.max(0, start - length), start);

/** `user:password` in Base64. */
function isBasic({ value }: Candidate): boolean {
  const plain = Buffer.from(value, 'base64').toString('latin1');
  const at = plain.indexOf(':');
  return at > 0 && /^[\x20-\x7e\xa0-\xff]+$/.test(plain) && isChosen(plain.slice(at + 1));
}

const basic = Buffer.from(`maya:${sample('word', 12)}`).toString('base64');

export const ADDRESSES: readonly Rule[] = [
  address('postgres', 'PostgreSQL password', 'postgres|postgresql|cockroachdb'),
  address('mysql', 'MySQL password', 'mysql|mysql2|mariadb'),
  address('mongodb', 'MongoDB password', 'mongodb|mongodb+srv'),
  address('redis', 'Redis password', 'redis|rediss|valkey'),
  address('amqp', 'RabbitMQ password', 'amqp|amqps'),
  address('mail', 'Mail server password', 'smtp|smtps|imap|imaps|pop3'),
  address(
    'database',
    'Database password',
    'mssql|sqlserver|clickhouse|neo4j|bolt|libsql|nats|mqtt|mqtts|kafka|ldap|ldaps|snowflake|oracle|elasticsearch',
  ),
  address(
    'address',
    'Password in an address',
    'https|http|ftp|sftp|ftps|ssh|git|socks5|wss|ws|cloudinary|rtsp',
  ),
  {
    family: 'git',
    kind: 'Token in a git address',
    words: ['https://'],
    isOpen: true,
    pattern: /https:\/\/(?<secret>[\w-]{20,255})@(?:[\w-]{1,60}\.){1,4}[a-z]{2,10}\//iy,
    check: ({ value, text, end }) =>
      looksRandom(value) &&
      /github|gitlab|bitbucket|gitea|codeberg|azure|git/i.test(text.slice(end, end + 60)),
    example: `url = https://${sample('word', 40)}@github.com/shop/app.git`,
    lookAlike: `https://${sample('hex', 32)}@o12.ingest.sentry.io/12`,
  },
  {
    family: 'bearer',
    kind: 'Bearer token',
    words: ['bearer'],
    pattern: /Bearer(?:[ :=]|%20|["',]|\\n){1,4}(?<secret>[\w.~+/-]{12,3000}={0,2})/iy,
    check: ({ value }) => !isStandIn(value) && (looksRandom(value, 12) || isUuid(value)),
    example: `Authorization: Bearer ${sample('word', 40)}`,
    lookAlike: 'Authorization: Bearer YOUR_ACCESS_TOKEN',
  },
  {
    family: 'token',
    kind: 'Token in a header',
    words: ['authorization'],
    isOpen: true,
    pattern:
      /authorization\\?["']?\s{0,3}[:=,]\s{0,3}\\?["'`]?(?:(?:token|apikey|api-key|key|bot|splunk|sso-key|genie ?key)[ =:]{1,3}["']?)?(?<secret>[\w.~+/=:-]{16,600})/iy,
    check: ({ value }) => !isStandIn(value) && (looksRandom(value) || isUuid(value)),
    example: `Authorization: Token ${sample('hex', 40)}`,
    lookAlike: 'Authorization: Token token_goes_here_please',
  },
  {
    family: 'basic',
    kind: 'User and password (Basic)',
    words: ['basic'],
    pattern: /Basic(?:[ :=]|%20|["',]){1,4}(?<secret>[A-Za-z0-9+/_-]{8,400}={0,2})/iy,
    check: isBasic,
    example: `Authorization: Basic ${basic}`,
    lookAlike: `Authorization: Basic ${Buffer.from('user:password').toString('base64')}`,
  },
  {
    family: 'docker',
    kind: 'User and password of a registry',
    words: ['auth'],
    isOpen: true,
    pattern:
      /auth\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?<secret>[A-Za-z0-9+/]{12,800}={0,2})(?![\w-])/iy,
    check: (candidate) =>
      isBasic(candidate) ||
      (/_auth/.test(before(candidate.text, candidate.start, 12)) && looksRandom(candidate.value)),
    example: `{"auths":{"ghcr.io":{"auth":"${basic}"}}}`,
    lookAlike: '{"auth":"authentication"}',
  },
  {
    family: 'curl',
    kind: 'User and password of a command',
    words: ['-u', '--user', '--proxy-user', '--basic'],
    isOpen: true,
    pattern:
      /(?<=[\s"'])(?:-u|--user|--proxy-user|--basic -u)(?:[ =]|\\\n){0,3}\\?["']?(?<user>[^\s:"'\\]{0,100}):(?<secret>[^\s"'\\]{3,200})/y,
    check: ({ value, text, start }) => {
      const command = before(text, start, 600);
      return (
        /\b(?:curl|http|https|xh|wget)\b/.test(command) && isChosen(value) && !/^\d+$/.test(value)
      );
    },
    example: `curl -u maya:${sample('word', 12)} https://api.shop.io`,
    lookAlike: 'docker run -u 1000:1000 alpine',
  },
  {
    family: 'curl',
    kind: 'Key of a command',
    words: ['-u', '--user'],
    isOpen: true,
    pattern: /(?:-u|--user)[ =]{1,3}\\?["']?(?<secret>[\w-]{16,200}):?(?=[\s"'\\]|$)/y,
    check: ({ value, text, start }) =>
      /\bcurl\b/.test(before(text, start, 600)) && looksRandom(value),
    example: `curl https://api.shop.io -u ${sample('word', 32)}:`,
    lookAlike: 'curl -u some-plain-user-name:',
  },
  {
    family: 'password',
    kind: 'Password of a command',
    words: [
      'mysql',
      'mysqldump',
      'mariadb',
      'sshpass',
      'redis-cli',
      'docker login',
      'mongosh',
      'mongodump',
      'sqlcmd',
      'smbclient',
      'ldapsearch',
      'htpasswd',
      '7z ',
    ],
    isOpen: true,
    pattern:
      /(?:mysql\w{0,8}|mariadb|sshpass|redis-cli|docker login|mongosh|mongodump|sqlcmd|smbclient|ldapsearch|htpasswd|7z )(?:[^\n\r]{0,160}?)[ ](?:-p ?|-P |-a |-w |-b \S{1,60} \S{1,40} )["']?(?<secret>[^\s"'-][^\s"']{3,80})/iy,
    check: ({ value }) =>
      isChosen(value) &&
      !/^\d{2,5}$/.test(value) &&
      /\d|[!$#@%^&*]/.test(value) &&
      !/[/:]/.test(value),
    example: `mysql -u root -p${sample('word', 12)} shop`,
    lookAlike: 'mysql -u root -p shop_db',
  },
  {
    family: 'password',
    kind: 'Password of a machine (.netrc)',
    words: ['login'],
    pattern: /login[ \t]{1,4}\S{1,100}\s{1,8}password[ \t]{1,4}(?<secret>\S{4,200})/y,
    check: ({ value }) => isChosen(value),
    example: `machine api.shop.io login maya password ${sample('word', 12)}`,
    lookAlike: 'machine api.shop.io login maya password <password>',
  },
  {
    family: 'password',
    kind: 'Password of a database (.pgpass)',
    words: [':5432:', ':6543:', ':5433:', ':*:'],
    isOpen: true,
    pattern:
      /(?<=(?:^|\n|\\n)[\w.*-]{1,100}):(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*.-]{1,64}:(?<secret>[^\s:"'\\]{4,200})/y,
    check: ({ value }) => isChosen(value),
    example: `db.shop.io:5432:main:maya:${sample('word', 12)}`,
    lookAlike: '127.0.0.1:5432:5432',
  },
  {
    family: 'password',
    kind: 'Password hash (htpasswd)',
    words: [':$apr1$', ':$2y$', ':$2a$', ':$2b$', ':{sha}', ':$6$', ':$5$', ':$1$', ':$y$'],
    isOpen: true,
    pattern: /:(?<secret>\$(?:apr1|2[aby]|[156y])\$[\w./$]{20,120}|\{SHA\}[\w+/]{27}=)/y,
    example: `maya:$apr1$${sample('word', 8)}$${sample('word', 22)}`,
    lookAlike: 'maya:$2y$10$short',
  },
  {
    family: 'session',
    kind: 'Session cookie',
    words: [
      'connect.sid=',
      'sessionid=',
      'session-token=',
      'phpsessid=',
      'jsessionid=',
      '_session=',
      'session=',
      '-auth-token=',
      'remember_token=',
    ],
    isOpen: true,
    pattern:
      /(?:connect\.sid|sessionid|session-token|PHPSESSID|JSESSIONID|session|-auth-token|remember_token)=(?<secret>(?=[\w.%+/=-]{20})[\w.%+/-]{0,3000}(?:=[\w.%+/-]{0,3000}){0,3})/iy,
    check: ({ value, text, start }) =>
      !isStandIn(value) &&
      looksRandom(withoutEscapes(value), 16) &&
      /cookie|--cookie|-b /i.test(before(text, start, 400)),
    example: `Cookie: connect.sid=s%3A${sample('word', 32)}.${sample('word', 43)}`,
    lookAlike: 'Cookie: session=<your-session-cookie-value>',
  },
  {
    family: 'laravel',
    kind: 'Laravel key',
    words: ['base64:'],
    pattern: /base64:[A-Za-z0-9+/]{42,44}={0,2}(?![\w+/=])/y,
    check: ({ value }) => looksRandom(value.slice(7)),
    example: `APP_KEY=base64:${sample('word', 43)}=`,
    lookAlike: 'APP_KEY=base64:',
  },
  {
    family: 'django',
    kind: 'Django secret key',
    words: ['django-insecure-'],
    pattern: /django-insecure-[^\s"'\\]{30,80}/y,
    example: `SECRET_KEY = 'django-insecure-${sample('word', 50)}'`,
    lookAlike: 'the prefix django-insecure- says so',
  },
  {
    family: 'signed',
    kind: 'Signed address (AWS)',
    words: ['x-amz-signature=', 'x-amz-security-token='],
    isOpen: true,
    pattern: /X-Amz-(?:Signature|Security-Token)=(?<secret>[\w%+/=-]{40,2000})/iy,
    check: ({ value }) => !isTerm(value) && looksRandom(withoutEscapes(value)),
    example: `?X-Amz-Signature=${sample('hex', 64)}`,
    lookAlike: '?X-Amz-Signature=<signature>',
  },
  {
    family: 'kubernetes',
    kind: 'Join token',
    words: ['kubeadm join'],
    isOpen: true,
    pattern: /kubeadm join[^\n]{0,120}--token[ =](?<secret>[a-z0-9]{6}\.[a-z0-9]{16})/y,
    example: `kubeadm join 10.0.0.1:6443 --token ${sample('lower', 6)}.${sample('lower', 16)}`,
    lookAlike: 'kubeadm join 10.0.0.1:6443 --token <token>',
  },
  {
    family: 'login',
    kind: 'User and password',
    words: [
      'login',
      'log in',
      'credentials',
      'creds',
      'zugangsdaten',
      'zugang',
      'logindaten',
      'anmeldung',
      'acceso',
    ],
    isOpen: true,
    pattern:
      /(?:log ?in|credentials|creds|zugang(?:sdaten)?|logindaten|anmeldung|acceso)(?:[ \t]{1,3}(?:with|as|is|are|data|for|to|mit|con|the|staging|admin|server|panel|ist)){0,5}[ \t]{0,3}[:=]?[ \t]{1,4}\\?["'`]?(?<user>[\w.+@-]{2,60})[ \t]{0,2}(?:\/|:|\||,? and )[ \t]{0,2}["'`]?(?<secret>[^\s"'`<>/]{6,80})/iy,
    check: ({ value }) =>
      isChosen(value) &&
      /[A-Za-z]/.test(value) &&
      /\d|[!$#@%^&*]/.test(value) &&
      !/^[\w.-]+\.\w{2,4}$|@\w/.test(value) &&
      !isTerm(value),
    example: `log in with maya@shop.io / ${sample('word', 10)}`,
    lookAlike: 'login: user / password',
  },
];
