import { looksRandom } from '../likely-secret.ts';
import { type OwnForm, ownForm, type Rule, sample } from '../rule.ts';

const FORMS: readonly OwnForm[] = [
  ['resend', 'Resend key', 're_', 'url', 24, 50],
  ['brevo', 'Brevo key', 'xkeysib-', 'url', 64, 90],
  ['brevo', 'Brevo SMTP key', 'xsmtpsib-', 'url', 64, 90],
  ['mailgun', 'Mailgun key', 'key-', 'hex', 32],
  ['mandrill', 'Mandrill key', 'md-', 'url', 22],
  ['mailersend', 'MailerSend token', 'mlsn.', 'hex', 64],
  ['slack', 'Slack bot token', 'xoxb-', 'url', 20, 100],
  ['slack', 'Slack user token', 'xoxp-', 'url', 20, 120],
  ['slack', 'Slack app token', 'xapp-', 'url', 20, 140],
  ['slack', 'Slack workspace token', 'xoxa-', 'url', 10, 120],
  ['slack', 'Slack refresh token', 'xoxr-', 'url', 10, 120],
  ['slack', 'Slack session token', 'xoxs-', 'url', 20, 120],
  ['slack', 'Slack cookie token', 'xoxd-', 'url', 20, 300],
  ['slack', 'Slack configuration token', 'xoxe-', 'url', 20, 200],
  ['slack', 'Slack configuration token', 'xoxe.xoxp-', 'url', 20, 200],
  ['slack', 'Slack client token', 'xoxc-', 'url', 20, 140],
  ['twilio', 'Twilio API key', 'SK', 'hex', 32],
  ['knock', 'Knock secret key', 'sk_knock_', 'url', 20, 60],
  ['courier', 'Courier key', 'pk_prod_', 'UPPER', 28],
];

const SHAPED: readonly Rule[] = [
  {
    family: 'twilio',
    kind: 'Twilio auth token',
    words: ['ac'],
    pattern: /AC[a-f0-9]{32}(?!\w)[\s\S]{0,200}?(?<![\w-])(?<secret>[a-f0-9]{32})(?![\w-])/y,
    check: ({ value }) => looksRandom(value),
    example: `AC${sample('hex', 32)}:${sample('hex', 32, 2)}`,
    lookAlike: `AC${sample('hex', 32)} is the account`,
  },
  {
    family: 'sendgrid',
    kind: 'SendGrid key',
    words: ['sg.'],
    pattern: /SG\.[\w-]{16,30}\.[\w-]{16,50}(?![\w-])/y,
    example: `SG.${sample('word', 22)}.${sample('word', 43)}`,
    lookAlike: `SG.${'x'.repeat(22)}.${'x'.repeat(43)}`,
  },
  {
    family: 'mailgun',
    kind: 'Mailgun key',
    words: ['mailgun', 'api:'],
    isOpen: true,
    pattern:
      /(?:mailgun|api:)[\s\S]{0,200}?(?<![\w-])(?<secret>[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8})(?![\w-])/iy,
    example: `mailgun: ${sample('hex', 32)}-${sample('hex', 8)}-${sample('hex', 8, 3)}`,
    lookAlike: '550e8400-e29b-41d4-a716-446655440000',
  },
  {
    family: 'slack',
    kind: 'Slack webhook address',
    words: ['hooks.slack.com/'],
    isOpen: true,
    pattern:
      /hooks\.slack\.com\/(?<secret>(?:services|workflows|triggers)\/[A-Za-z0-9+/_-]{30,120})/y,
    check: ({ value }) => looksRandom(value.split('/').at(-1) ?? ''),
    example: `hooks.slack.com/services/T${sample('UPPER', 9)}/B${sample('UPPER', 9)}/${sample('word', 24)}`,
    lookAlike: 'hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  },
  {
    family: 'discord',
    kind: 'Discord webhook address',
    words: ['/api/webhooks/'],
    isOpen: true,
    pattern: /\/api\/webhooks\/(?<secret>\d{15,20}\/[\w-]{50,80})(?![\w-])/y,
    example: `/api/webhooks/${sample('digit', 18)}/${sample('word', 68)}`,
    lookAlike: '/api/webhooks/stripe',
  },
  {
    family: 'discord',
    kind: 'Discord bot token',
    // What the digits of an account begin with in Base64.
    words: ['mt', 'md', 'mj', 'mz', 'nd', 'nt', 'nj', 'nz', 'od', 'ot'],
    pattern: /[MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y,
    check: ({ value }) =>
      /^\d{15,20}$/.test(atob64(value.split('.')[0] ?? '')) || looksRandom(value),
    example: `MTA${sample('word', 23)}.${sample('word', 6)}.${sample('word', 38)}`,
    lookAlike: 'Module.exports.something',
  },
  {
    family: 'telegram',
    kind: 'Telegram bot token',
    words: [':a', '%3aa'],
    isOpen: true,
    pattern: /(?<=(?<!\d)(?<head>\d{7,12}))(?::|%3A)A[\w-]{33,35}(?![\w-])/y,
    check: ({ value }) => looksRandom(value.split(/:|%3A/)[1] ?? ''),
    example: `${sample('digit', 10)}:AA${sample('word', 33)}`,
    lookAlike: '1234567890:ABC',
  },
  {
    family: 'firebase',
    kind: 'Firebase Cloud Messaging server key',
    words: [':apa91b'],
    isOpen: true,
    pattern: /(?<=(?<![\w-])(?<head>AAAA[\w-]{7})):APA91b[\w-]{60,200}(?![\w-])/y,
    example: `AAAA${sample('word', 7)}:APA91b${sample('word', 134)}`,
    lookAlike: 'a device token such as dXyz:APA91bShort',
  },
  {
    family: 'teams',
    kind: 'Teams webhook address',
    words: ['.webhook.office.com/webhookb2/'],
    isOpen: true,
    pattern: /\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{80,260})/y,
    example: `.webhook.office.com/webhookb2/${sample('hex', 36)}@${sample('hex', 36)}/IncomingWebhook/${sample('hex', 32)}/x`,
    lookAlike: '.webhook.office.com/webhookb2/',
  },
  {
    family: 'twitter',
    kind: 'Twitter bearer token',
    words: ['aaaaaaaaaaaaaaaaaaaaa'],
    pattern: /A{21,24}(?<secret>[A-Za-z0-9%]{60,110})(?![\w%])/y,
    check: ({ value }) => looksRandom(value),
    example: `${'A'.repeat(22)}${sample('word', 80, 3)}`,
    lookAlike: 'A'.repeat(100),
  },
  {
    family: 'twitter',
    kind: 'Twitter access token',
    words: ['twitter', 'access_token'],
    isOpen: true,
    pattern: /[\w ]{7,40}[:= "']{1,6}(?<secret>\d{15,20}-[A-Za-z0-9]{20,45})(?!\w)/iy,
    example: `twitter access token: ${sample('digit', 18)}-${sample('word', 40)}`,
    lookAlike: 'twitter id: 123456789012345678',
  },
];

export const MESSAGES = [...FORMS.map(ownForm), ...SHAPED];

function atob64(value: string): string {
  return Buffer.from(value, 'base64url').toString('latin1');
}
