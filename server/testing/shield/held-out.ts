import { sample as s } from '../../files/shield/rule.ts';
import type { Case } from './corpus.ts';

// Written down before any of it was tried, and no rule was changed for it since.

const b64 = (text: string) => Buffer.from(text).toString('base64');
const url64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (payload: object) =>
  `${url64({ alg: 'HS256', typ: 'JWT' })}.${url64(payload)}.${s('url', 43, 9)}`;
const D = '-'.repeat(5);
const pem = (kind: string, lines: number) =>
  `${D}BEGIN ${kind}${D}\n${Array.from({ length: lines }, (_, i) => s('word', 64, i + 40)).join('\n')}\n${D}END ${kind}${D}`;
const uuid = (seed: number) =>
  [8, 4, 4, 4, 12].map((length, at) => s('hex', length, seed + at)).join('-');

export const HELD_OUT_SECRETS: readonly Case[] = [
  [
    'AWS in a chat',
    `hey! for the s3 upload use AKIA key «AKIA${s('UPPER', 16, 21)}» with secret «${s('word', 12, 22)}/${s('word', 27, 23)}» pls`,
  ],
  [
    'AWS in Terraform',
    `provider "aws" {\n  access_key = "«AKIA${s('UPPER', 16, 24)}»"\n  secret_key = "«${s('word', 40, 25)}»"\n}`,
  ],
  [
    'AWS in YAML',
    `aws:\n  accessKeyId: «AKIA${s('UPPER', 16, 26)}»\n  secretAccessKey: «${s('word', 40, 27)}»`,
  ],
  ['Stripe in Python', `stripe.api_key = "«sk_live_${s('word', 99, 21)}»"`],
  [
    'Stripe in a log',
    `[error] StripeAuthenticationError: Invalid API Key provided: «sk_test_${s('word', 32, 22)}»`,
  ],
  [
    'Stripe webhook in code',
    `stripe.webhooks.constructEvent(body, sig, '«whsec_${s('word', 38, 23)}»')`,
  ],
  [
    'Supabase service role in prose',
    `Use the service role key «${jwt({ iss: 'supabase', ref: 'qwertyuiop', role: 'service_role', iat: 1690000000, exp: 2005576000 })}» because RLS blocks me`,
  ],
  [
    'Twilio in JSON',
    `{"accountSid": "AC${s('hex', 32, 21)}", "authToken": "«${s('hex', 32, 22)}»"}`,
  ],
  [
    'Telegram in prose',
    `My bot token is «${s('digit', 10, 21)}:AAF${s('url', 32, 22)}» - why does it not answer?`,
  ],
  [
    'Discord in config',
    `{ "token": "«MTE${s('word', 23, 21)}.G${s('word', 5, 22)}.${s('url', 38, 23)}»", "prefix": "!" }`,
  ],
  [
    'Discord webhook in code',
    `const hook = "https://discord.com/api/webhooks/«${s('digit', 19, 21)}/${s('url', 68, 22)}»";`,
  ],
  ['password with a dot after it', 'I cannot log in to the server. The password is «Kx7mPlum».'],
  [
    'password for the account',
    'The password for the demo account maya@shop.io is «blue-Horse-42» and it is valid until Friday.',
  ],
  ['my password', 'my password was «Lk29!fish» but it says wrong'],
  ['pw short', 'user: admin pw: «t0psecret!»'],
  ['German with colon', 'Benutzer: root, Passwort: «Gl4tteis77»'],
  ['Spanish with colon', 'Usuario: maya / Contraseña: «Luna1987x»'],
  [
    'basic-auth URL of a registry',
    `pip install --index-url https://maya:«${s('word', 20, 21)}»@pypi.shop.io/simple app`,
  ],
  ['SMTP URL', `MAILER_DSN=smtp://apikey:«${s('word', 32, 22)}»@smtp.shop.io:587`],
  ['Bearer in Python', `headers = {"Authorization": "Bearer «${s('hex', 40, 21)}»"}`],
  [
    'Bearer of a Postman export',
    `"value": "Bearer «${jwt({ sub: 'acc_12', scope: 'admin', exp: 1999999999 })}»"`,
  ],
  [
    'curl -u behind other options',
    `curl -s -X POST -u "shop-bot:«Pz0kLmn3x»" -d @body.json https://jira.shop.io/rest`,
  ],
  ['wget', `wget --user=maya --password='«Gr33nTea»' https://shop.io/backup.zip`],
  ['Resend in .env', `RESEND_API_KEY=«re_${s('word', 8, 21)}_${s('word', 24, 22)}»`],
  ['Hugging Face in a command', `huggingface-cli login --token «hf_${s('letters', 34, 21)}»`],
  ['Mailgun old', `mailgun = Mailgun(api_key='«key-${s('hex', 32, 21)}»', domain='mg.shop.io')`],
  [
    'DigitalOcean in Terraform',
    `variable "do_token" {\n  default = "«dop_v1_${s('hex', 64, 21)}»"\n}`,
  ],
  [
    'Google client JSON',
    `{"web":{"client_id":"123.apps.googleusercontent.com","client_secret":"«GOCSPX-${s('url', 28, 21)}»"}}`,
  ],
  [
    'Cloudflare in Actions',
    `      - run: wrangler deploy\n        env:\n          CLOUDFLARE_API_TOKEN: «${s('url', 40, 21)}»`,
  ],
  ['EC key in .env', `APPLE_PRIVATE_KEY="«${pem('EC PRIVATE KEY', 3).replaceAll('\n', '\\n')}»"`],
  ['PKCS8 key', `«${pem('PRIVATE KEY', 12)}»`],
  ['encrypted key', `«${pem('ENCRYPTED PRIVATE KEY', 8)}»`],
  [
    'Azure account key in C#',
    `new StorageSharedKeyCredential("shop", accountKey: "«${s('word', 86, 21)}==»");`,
  ],
  ['Azure DevOps', `AZURE_DEVOPS_PAT=«${s('lower', 52, 21)}»`],
  ['Laravel config', `'key' => env('APP_KEY', '«base64:${s('word', 43, 21)}=»'),`],
  [
    'Algolia in JSON',
    `{"algolia":{"appId":"${s('UPPER', 10, 21)}","adminApiKey":"«${s('hex', 32, 22)}»"}}`,
  ],
  ['Redis in compose', `command: redis-server --requirepass «${s('word', 18, 21)}»`],
  ['Redis without user', `redis://:«${s('word', 24, 21)}»@10.1.2.3:6379/0`],
  [
    'git config of GitLab',
    `[remote "origin"]\n  url = https://oauth2:«glpat-${s('url', 20, 21)}»@gitlab.shop.io/a/b.git`,
  ],
  [
    'git config with basic',
    `[http]\n  extraheader = AUTHORIZATION: basic «${b64(`x-access-token:ghs_${s('word', 36, 21)}`)}»`,
  ],
  [
    'FCM in PHP',
    `define('FCM_SERVER_KEY', '«AAAA${s('url', 7, 21)}:APA91b${s('url', 134, 22)}»');`,
  ],
  ['Replicate in code', `const replicate = new Replicate({ auth: "«r8_${s('word', 37, 21)}»" });`],
  [
    'OpenAI in Java',
    `OpenAiService service = new OpenAiService("«sk-proj-${s('url', 124, 21)}»");`,
  ],
  ['Anthropic in a shell', `export ANTHROPIC_API_KEY='«sk-ant-api03-${s('url', 93, 21)}AA»'`],
  ['Gemini', `genai.configure(api_key="«AIza${s('url', 35, 21)}»")`],
  [
    'GitHub in Actions',
    `git push https://x-access-token:«ghp_${s('word', 36, 21)}»@github.com/shop/app.git`,
  ],
  [
    'GitHub OAuth app',
    `GITHUB_CLIENT_ID=Iv1.${s('hex', 16, 21)}\nGITHUB_CLIENT_SECRET=«${s('hex', 40, 22)}»`,
  ],
  [
    'Slack user',
    `token=«xoxp-${s('digit', 12, 21)}-${s('digit', 12, 22)}-${s('digit', 13, 23)}-${s('hex', 32, 24)}»`,
  ],
  ['Slack signing secret', `SLACK_SIGNING_SECRET=«${s('hex', 32, 23)}»`],
  [
    'SendGrid as SMTP',
    `EMAIL_HOST_USER = 'apikey'\nEMAIL_HOST_PASSWORD = '«SG.${s('url', 22, 21)}.${s('url', 43, 22)}»'`,
  ],
  ['MySQL in Spring', `spring.datasource.username=app\nspring.datasource.password=«Wq92kdXm»`],
  [
    'Postgres in Django',
    `DATABASES = {'default': {'NAME': 'shop', 'USER': 'shop', 'PASSWORD': '«mK7fjq2Zl»', 'HOST': 'db'}}`,
  ],
  ['Postgres in a shell', `PGPASSWORD=«vb82kkLmQ» psql -h db.shop.io -U app main`],
  [
    'MongoDB without SRV',
    `MONGO_URI=mongodb://root:«c0rrectH0rse»@mongo:27017/shop?authSource=admin`,
  ],
  ['Prisma', `url = "postgresql://shop:«8Kfm2lQz»@db.shop.io:5432/shop?schema=public"`],
  [
    '.npmrc of a company',
    `@shop:registry=https://npm.shop.io/\n//npm.shop.io/:_authToken=«${uuid(21)}»`,
  ],
  ['.npmrc old', `_auth=«${b64(`maya:${s('word', 14, 21)}`)}»\nalways-auth=true`],
  ['Heroku netrc', `machine api.heroku.com login m@shop.io password «${uuid(31)}»`],
  ['NextAuth', `NEXTAUTH_SECRET="«${s('word', 43, 21)}=»"`],
  ['Express session', `secret: "«${s('word', 20, 21)}»",`],
  ['Flask', `app.config['SECRET_KEY'] = '«${s('hex', 48, 21)}»'`],
  ['Rails credentials', `secret_key_base: «${s('hex', 128, 21)}»`],
  ['Symfony', `APP_SECRET=«${s('hex', 32, 24)}»`],
  [
    'OpenWeather',
    `const url = \`https://api.openweathermap.org/data/2.5/weather?q=x&appid=«${s('hex', 32, 25)}»\`;`,
  ],
  ['Sentry user token', `auth.token=«sntryu_${s('hex', 64, 21)}»`],
  ['New Relic', `NEW_RELIC_API_KEY=«NRAK-${s('UPPER', 27, 21)}»`],
  [
    'Vercel blob',
    `BLOB_READ_WRITE_TOKEN="«vercel_blob_rw_${s('word', 16, 21)}_${s('word', 30, 22)}»"`,
  ],
  ['Neon', `postgres://neondb_owner:«npg_${s('word', 12, 21)}»@ep-x.neon.tech/neondb`],
  [
    'Kubernetes token',
    `    token: «${jwt({ iss: 'kubernetes/serviceaccount', sub: 'system:serviceaccount:default:admin' })}»`,
  ],
  [
    'GitHub app key path and body',
    `private-key: |\n  «${pem('RSA PRIVATE KEY', 6).replaceAll('\n', '\n  ')}»`,
  ],
  ['AssemblyAI', `aai.settings.api_key = "«${s('hex', 32, 26)}»"`],
  ['Shopify secret', `SHOPIFY_API_SECRET=«shpss_${s('hex', 32, 21)}»`],
  ['Cloudinary', `CLOUDINARY_URL=cloudinary://${s('digit', 15, 21)}:«${s('url', 27, 22)}»@shop`],
  ['Pusher', `PUSHER_APP_SECRET=«${s('hex', 20, 21)}»`],
  ['TOTP', `otpauth://totp/Shop:maya?secret=«${s('UPPER', 32, 21)}»&issuer=Shop`],
];

export const HELD_OUT_LOOK_ALIKES: readonly string[] = [
  'STRIPE_KEY=sk_test_your_stripe_key_here',
  'stripe: "sk_live_••••••••4242"',
  'export type LoginInput = { email: string; password: string; rememberMe?: boolean };',
  'public string Password { get; set; } = string.Empty;',
  'class Config:\n    api_key: Optional[str] = None\n    secret_key: SecretStr',
  '"auth.password": "Wachtwoord", "auth.password.confirm": "Bevestig wachtwoord", "auth.token": "Code"',
  "'passwords' => ['users' => ['provider' => 'users', 'table' => 'password_reset_tokens', 'expire' => 60]],",
  "export const ACCESS_TOKEN = 'ACCESS_TOKEN';",
  "const PASSWORD_FIELD = 'user[password]';",
  'const SECRET_PATH = "secret/data/shop/prod-2";',
  'ssl_certificate_key /etc/letsencrypt/live/shop.io/privkey1.pem;',
  'volumes:\n  - ./secrets/db_password.txt:/run/secrets/db_password:ro',
  'var e=t(4821),n=t(9123);e.exports={authToken:n.token,apiKey:n.key,secret:n.s},function(t){t.password&&t.submit()}',
  'self.webpackChunk=self.webpackChunk||[]).push([[179],{41594:(e,t,n)=>{e.password=t.p(n(82734))}}]);',
  `lodash@^4.17.21:\n  version "4.17.21"\n  integrity sha512-${s('word', 86, 31)}==`,
  `"content-hash": "${s('hex', 64, 31)}",`,
  `sha256:${s('hex', 64, 32)}  app.tar.gz`,
  'X-Request-Id: 7b0c2c1e-9f64-4a33-8a1e-0b1c2d3e4f5a',
  'const id = "clh3x2k1p0000qzrmn831i7rn"; // cuid',
  `STRIPE_PUBLISHABLE_KEY=pk_live_${s('word', 24, 31)}`,
  `const anon = '${jwt({ iss: 'supabase', ref: 'zxcvbnm', role: 'anon', iat: 1690000000, exp: 2005576000 })}';`,
  `VAPID_PUBLIC_KEY=B${s('url', 86, 31)}`,
  `<div class="g-recaptcha" data-sitekey="6Lc${s('url', 37, 31)}"></div>`,
  `gtag('config', 'G-8K2LM4N6PQ'); fbq('init', '1234567890123456');`,
  `HEAD is now at ${s('hex', 7, 31)} Merge pull request #212 from shop/token-refresh`,
  `actions/checkout@${s('hex', 40, 33)} # v4`,
  `<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css" integrity="sha384-${s('word', 64, 31)}">`,
  `background-image: url("data:image/svg+xml;base64,${s('word', 200, 31)}");`,
  '.Token.secret { font: 12px/1.5 monospace } input[type=password]{padding:8px 12px}',
  'ANTHROPIC_API_KEY=sk-ant-...',
  'DATABASE_URL=mysql://USER:PASSWORD@HOST:3306/DATABASE',
  'api_key = "INSERT_API_KEY_HERE"',
  'export GITHUB_TOKEN=$(gh auth token)',
  'apiKey: Deno.env.get("OPENAI_API_KEY")!,',
  "$password = getenv('DB_PASSWORD') ?: '';",
  'String apiKey = System.getenv("API_KEY");',
  'password: {{ .Values.postgres.password | quote }}',
  'token: ${{ steps.app-token.outputs.token }}',
  'secret: process.env.NEXTAUTH_SECRET!',
  'const client = new OpenAI({ apiKey: env.OPENAI_API_KEY });',
  'Please never send me your password or API key in this chat.',
  'What is the password for? I do not see where the token is used.',
  'Password is required. Password must contain at least one uppercase letter, 1 number.',
  'Das Passwort ist abgelaufen. Das neue Passwort ist mindestens 10 Zeichen lang.',
  'El token es inválido o ha expirado. La contraseña es obligatoria.',
  'The token is valid for 24h and the secret is rotated every 90 days.',
  'TypeError: Cannot read properties of undefined (reading "token") at login.ts:42:7',
  'auth: password authentication failed for user "postgres" (SQLSTATE 28P01)',
  'expires_in=3600&token_type=Bearer&state=af0ifjsldkj',
  'GET /api/password/reset/confirm?step=2 200 13ms',
  '<button aria-label="Show password" data-testid="toggle-password-2">',
  'ALTER TABLE users ADD COLUMN password_digest varchar(255), ADD COLUMN api_key_id uuid;',
  "INSERT INTO settings (key, value) VALUES ('theme', 'dark-2024-v2');",
  'CREATE USER app WITH PASSWORD :password;',
  'it("rejects a wrong password", () => login("maya", "wrong-password"));',
  "await page.fill('#password', 'Test1234!');",
  'ports: ["5432:5432", "6379:6379"]\nuser: "1000:1000"',
  'curl -u "$USER:$PASS" https://api.shop.io',
  'http://localhost:3000/auth/callback?code=abc&state=xyz',
  `-----BEGIN CERTIFICATE REQUEST-----\n${s('word', 64, 33)}\n${s('word', 64, 34)}\n-----END CERTIFICATE REQUEST-----`,
  `github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${s('word', 43, 35)}`,
  `to: "0x${s('hex', 40, 31)}", hash: "0x${s('hex', 64, 36)}"`,
  'keyframes: { "accordion-down": { from: { height: "0" } } }, keyCode: 13, keydown2',
  'const monkeyPatch = require("./turkey-v2-final-2024"); hockeyTeam = "NY Rangers 1994"',
  'The sort key is created_at, the partition key is user_id, the primary key is an int8.',
  `s3://shop-uploads/2024/05/17/${s('hex', 32, 37)}.jpg`,
  `https://www.figma.com/file/${s('word', 22, 31)}/Shop-Design?node-id=12%3A345`,
  `https://docs.google.com/spreadsheets/d/1${s('url', 43, 31)}/edit#gid=0`,
];
