import { sample as s } from '../../files/shield/rule.ts';

/** A text as somebody would send it; « and » stand round each secret in it. */
export type Case = readonly [kind: string, text: string];

const b64 = (text: string) => Buffer.from(text).toString('base64');
const url64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (payload: object) =>
  `${url64({ alg: 'HS256', typ: 'JWT' })}.${url64(payload)}.${s('word', 43)}`;
const D = '-'.repeat(5);
const pem = (kind: string, lines = 6) =>
  `${D}BEGIN ${kind}${D}\n${Array.from({ length: lines }, (_, i) => s('word', 64, i + 1)).join('\n')}\n${D}END ${kind}${D}`;
/** In parts, so that no scanner takes this file for a leak. */
const j = (...parts: string[]) => parts.join('');

const FIRST: readonly Case[] = [
  [
    'AWS pair in prose',
    `Our AWS keys are «AKIA${s('UPPER', 16)}» and «${s('word', 19)}/${s('word', 20, 2)}», region eu-west-1. Can you check the bucket?`,
  ],
  [
    'AWS in .env',
    `AWS_ACCESS_KEY_ID=«AKIA${s('UPPER', 16, 2)}»\nAWS_SECRET_ACCESS_KEY=«${s('word', 40)}»\nAWS_REGION=us-east-1`,
  ],
  [
    'AWS credentials file',
    `[default]\naws_access_key_id = «AKIA${s('UPPER', 16, 3)}»\naws_secret_access_key = «${s('word', 18)}+${s('word', 21)}»`,
  ],
  [
    'Stripe live in code',
    `const stripe = new Stripe('«sk_live_${s('word', 24)}»', { apiVersion: '2024-06-20' });`,
  ],
  ['Stripe test in prose', `I use the key «sk_test_${s('word', 24)}» and the checkout returns 400`],
  ['Stripe webhook', `STRIPE_WEBHOOK_SECRET="«whsec_${s('word', 32)}»"`],
  [
    'Supabase service role',
    `NEXT_PUBLIC_SUPABASE_URL=https://abcd.supabase.co\nSUPABASE_SERVICE_ROLE_KEY=«${jwt({ iss: 'supabase', ref: 'abcdefghijkl', role: 'service_role', iat: 1700000000, exp: 2015575000 })}»`,
  ],
  ['Supabase new secret key', `createClient(url, "«sb_secret_${s('word', 22)}_${s('word', 8)}»")`],
  ['Twilio', `TWILIO_ACCOUNT_SID=AC${s('hex', 32)}\nTWILIO_AUTH_TOKEN=«${s('hex', 32, 2)}»`],
  ['Telegram', `bot = TelegramBot("«${s('digit', 10)}:AA${s('word', 33)}»")`],
  ['Discord bot', `client.login('«MTA${s('word', 23)}.${s('word', 6)}.${s('word', 38)}»');`],
  [
    'Discord webhook',
    `curl -X POST https://discord.com/api/webhooks/«${s('digit', 18)}/${s('word', 68)}»`,
  ],
  [
    'password in a sentence',
    'The admin panel is at /admin, the password is «hunter2», please log in and look.',
  ],
  [
    'password with signs in a sentence',
    'You can log in as maya@shop.io, password: «Tr0ub4dor&3». Thanks!',
  ],
  ['basic-auth URL', 'git clone https://deploy:«gT5#kq91mz»@git.shop.io/app.git'],
  [
    'Bearer header',
    `curl https://api.shop.io/v1/orders -H "Authorization: Bearer «${s('word', 40)}»"`,
  ],
  ['curl -u', 'curl -u maya:«S3cr3tPa55» https://api.shop.io/v1/me'],
  ['Resend', `const resend = new Resend("«re_${s('word', 8)}_${s('word', 24)}»");`],
  ['Hugging Face', `HF_TOKEN=«hf_${s('letters', 34)}»`],
  ['Mailgun', `MAILGUN_API_KEY=«${s('hex', 32)}-${s('hex', 8)}-${s('hex', 8, 3)}»`],
  ['DigitalOcean', `doctl auth init -t «dop_v1_${s('hex', 64)}»`],
  ['Google client secret', `"client_secret": "«GOCSPX-${s('word', 28)}»",`],
  ['Cloudflare token', `CLOUDFLARE_API_TOKEN=«${s('word', 40)}»`],
  [
    'Cloudflare in curl',
    `curl "https://api.cloudflare.com/client/v4/zones" -H "X-Auth-Email: m@shop.io" -H "X-Auth-Key: «${s('hex', 37)}»"`,
  ],
  ['EC key', `here is the key:\n«${pem('EC PRIVATE KEY', 3)}»\n`],
  [
    'Azure storage',
    `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«${s('word', 86)}==»;EndpointSuffix=core.windows.net`,
  ],
  ['Laravel', `APP_NAME=Shop\nAPP_KEY=«base64:${s('word', 43)}=»`],
  ['Algolia admin', `const client = algoliasearch('${s('UPPER', 10)}', '«${s('hex', 32)}»');`],
  [
    'Redis URL',
    `REDIS_URL=redis://default:«${s('word', 32)}»@redis-12345.c1.eu-west-1-2.ec2.cloud.redislabs.com:12345`,
  ],
  [
    '.git/config',
    `[remote "origin"]\n\turl = https://«ghp_${s('word', 36)}»@github.com/shop/app.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*`,
  ],
  ['FCM', `Authorization: key=«AAAA${s('word', 7)}:APA91b${s('word', 134)}»`],
  ['Replicate', `REPLICATE_API_TOKEN=«r8_${s('word', 37)}»`],
  ['OpenAI project', `OPENAI_API_KEY=«sk-proj-${s('word', 48)}»`],
  ['OpenAI old', `openai.api_key = "«sk-${s('word', 48)}»"`],
  ['Anthropic', `x-api-key: «sk-ant-api03-${s('word', 93)}AA»`],
  ['Groq', `new Groq({ apiKey: '«gsk_${s('word', 52)}»' })`],
  ['GitHub fine-grained', `token: «github_pat_${s('word', 22)}_${s('word', 59)}»`],
  [
    'GitLab',
    `git remote set-url origin https://oauth2:«glpat-${s('word', 20)}»@gitlab.com/shop/app.git`,
  ],
  ['Slack bot', `SLACK_BOT_TOKEN="«xoxb-${s('digit', 12)}-${s('digit', 13)}-${s('word', 24)}»"`],
  [
    'Slack webhook',
    `webhook: https://hooks.slack.com/«services/T${s('UPPER', 8)}/B${s('UPPER', 10)}/${s('word', 24)}»`,
  ],
  ['SendGrid', `sgMail.setApiKey('«SG.${s('word', 22)}.${s('word', 43)}»')`],
  [
    'Postmark',
    `POSTMARK_SERVER_TOKEN=«${['8f31c4d2', '7a11', '4e02', '9c5d', '1b77a0c3e9f4'].join('-')}»`,
  ],
  [
    'Google API key',
    `https://maps.googleapis.com/maps/api/geocode/json?address=x&key=«AIza${s('word', 35)}»`,
  ],
  [
    'MongoDB URL',
    `mongoose.connect("mongodb+srv://shop:«k7Vd91xQzz»@cluster0.ab1cd.mongodb.net/shop")`,
  ],
  ['MySQL URL', `DATABASE_URL="mysql://root:«Blau#Himmel7»@10.0.0.4:3306/shop"`],
  [
    'Postgres URL',
    `could not connect to postgresql://app:«x8Kd02LLqp»@ep-cool-1.eu-central-1.aws.neon.tech/main?sslmode=require`,
  ],
  ['npm token', `//registry.example-npm.dev/:_authToken=«npm_${s('word', 36)}»`],
  ['PyPI', `[pypi]\nusername = __token__\npassword = «pypi-AgEIcHlwaS5vcmc${s('word', 120)}»`],
  ['Vercel', `vercel deploy --token «${s('word', 24)}» --prod`],
  ['Heroku', `HEROKU_API_KEY=«${['a1f3c4d2', '7a91', '4e12', '8c5d', '3b77a0c3e9f4'].join('-')}»`],
  ['Shopify', `X-Shopify-Access-Token: «shpat_${s('hex', 32)}»`],
  [
    'JWT in a log',
    `2025-01-04 12:00:01 DEBUG session cookie token=«${jwt({ sub: 'user_8812', email: 'maya@shop.io', iat: 1735992000 })}»`,
  ],
  ['JWT secret', `JWT_SECRET=«${s('hex', 64)}»`],
  ['session secret in code', `app.use(session({ secret: '«${s('word', 32)}»', resave: false }));`],
  ['SSH key', `cat ~/.ssh/id_ed25519\n«${pem('OPENSSH PRIVATE KEY', 5)}»`],
  ['PGP key', `«${pem('PGP PRIVATE KEY BLOCK', 8)}»`],
  ['age key', `# created: 2024-01-01\n# public key: age1qq\n«AGE-SECRET-KEY-1${s('UPPER', 58)}»`],
  ['netrc', `machine api.shop.io\n  login maya\n  password «q8ZtR2pLm»\n`],
  ['pgpass', `db.shop.io:5432:main:app:«Kd83hdQ1pp»\n`],
  ['htpasswd', `maya:«$apr1$${s('word', 8)}$${s('word', 22)}»`],
  ['docker config', `{"auths":{"ghcr.io":{"auth":"«${b64(`maya:${s('word', 20)}`)}»"}}}`],
  [
    'Azure SAS',
    `https://shop.blob.core.windows.net/files?sv=2022-11-02&ss=b&srt=co&sp=rl&se=2026-01-01&sig=«${s('word', 43)}%3D»`,
  ],
  [
    'GCP service account',
    `{"type":"service_account","project_id":"shop","private_key_id":"${s('hex', 40)}","private_key":"«${pem('PRIVATE KEY', 8).replaceAll('\n', '\\n')}»\\n","client_email":"x@shop.iam.gserviceaccount.com"}`,
  ],
  ['SMTP in nodemailer', `auth: { user: 'maya@shop.io', pass: '«Zx81!kdpQ»' }`],
  [
    'docker-compose',
    `    environment:\n      POSTGRES_USER: app\n      POSTGRES_PASSWORD: «sunflower-77»\n`,
  ],
  ['WordPress', `define( 'DB_PASSWORD', '«fL9x2mQp7w»' );`],
  ['Password in .env', `ADMIN_PASSWORD=«password123»\n`],
  [
    'German',
    'Hier sind die Zugangsdaten, das Passwort lautet «Sommer2024!» und der Benutzer ist admin.',
  ],
  ['Spanish', 'el usuario es admin y la contraseña es «Verano#88», gracias'],
  ['Clerk', `CLERK_SECRET_KEY=«sk_test_${s('word', 42)}»`],
  [
    'Sentry auth token',
    `SENTRY_AUTH_TOKEN=«sntrys_${b64(JSON.stringify({ iat: 1700000000.1, url: 'https://sentry.io', org: 'shop' }))}_${s('word', 43)}»`,
  ],
];

/** Held out at first: 96.2% of them were found when they were looked at. */
const SECOND: readonly Case[] = [
  [
    'AWS pair with words between',
    `access key: «ASIA${s('UPPER', 16)}»\nand the secret one is «${s('word', 10)}+${s('word', 29)}»`,
  ],
  [
    'AWS in code',
    `new S3Client({ credentials: { accessKeyId: "«AKIA${s('UPPER', 16, 5)}»", secretAccessKey: "«${s('word', 40, 4)}»" } })`,
  ],
  ['Stripe restricted', `key = '«rk_live_${s('word', 48)}»'`],
  ['Stripe in JSON', `{"stripe":{"secretKey":"«sk_live_51${s('word', 90)}»"}}`],
  [
    'Supabase service role in code',
    `const admin = createClient(URL, '«${jwt({ role: 'service_role', iss: 'supabase', iat: 1641769200 })}»')`,
  ],
  [
    'Supabase database',
    `postgresql://postgres.abcdefgh:«vT7qLm2xKd»@aws-0-eu-central-1.pooler.supabase.com:6543/postgres`,
  ],
  ['Supabase access token', `SUPABASE_ACCESS_TOKEN=«sbp_${s('hex', 40)}»`],
  ['Twilio in prose', `twilio sid is AC${s('hex', 32, 3)}, auth token «${s('hex', 32, 4)}»`],
  [
    'Twilio client',
    `const client = require('twilio')('AC${s('hex', 32)}', '«${s('hex', 32, 6)}»');`,
  ],
  ['Telegram URL', `https://api.telegram.org/bot«${s('digit', 9)}:AAH${s('word', 32)}»/getMe`],
  ['Discord in .env', `DISCORD_TOKEN=«OTk${s('word', 21)}.G${s('word', 5)}.${s('word', 38, 3)}»`],
  ['password in quotes', 'My login is maya, the password is "«bluewhale»" if you need it'],
  ['password after colon, next line', 'Password:\n«xK92-plum-TT»\n\nThanks'],
  [
    'password sentence, no digits',
    'you can use the test account, password is «MyDogRexy» and it should work',
  ],
  ['user slash password', 'Staging login: admin@shop.io / «Winter!2024»'],
  ['ftp URL', 'ftp://web1234:«hosting99x»@ftp.shop.io/htdocs'],
  ['Bearer in fetch', `headers: { Authorization: 'Bearer «${s('url', 64)}»' }`],
  ['Basic header', `-H "Authorization: Basic «${b64(`svc:${s('word', 16)}`)}»"`],
  ['curl --user', `curl --user "admin:«N3verGu3ss»" -X POST https://jenkins.shop.io/job`],
  [
    'curl with key as user',
    `curl https://api.mailgun.net/v3/mg.shop.io/messages -u 'api:«key-${s('hex', 32)}»'`,
  ],
  ['Hugging Face in Python', `login(token="«hf_${s('word', 34)}»")`],
  ['DigitalOcean Spaces', `SPACES_KEY=«DO00${s('UPPER', 16)}»\nSPACES_SECRET=«${s('word', 43)}»`],
  ['Google OAuth', `GOOGLE_CLIENT_SECRET=«GOCSPX-${s('word', 28, 2)}»`],
  ['Google refresh token', `refresh_token: "«1//0${s('word', 60)}»"`],
  ['Cloudflare in wrangler', `[vars]\nCF_API_TOKEN = "«${s('word', 30)}_${s('word', 9)}»"`],
  ['RSA key in JSON', `{"key":"«${pem('RSA PRIVATE KEY', 10).replaceAll('\n', '\\n')}»"}`],
  ['Azure AD', `AZURE_CLIENT_SECRET=«${s('word', 3)}8Q~${s('word', 34)}»`],
  [
    'Service Bus',
    `Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«${s('word', 43)}=»`,
  ],
  ['Azure OpenAI', `AZURE_OPENAI_KEY=«${s('hex', 32)}»`],
  ['Rails master key', `RAILS_MASTER_KEY=«${s('hex', 32, 8)}»`],
  ['Django', `SECRET_KEY = "«django-insecure-${s('word', 30)}!${s('word', 18)}»"`],
  ['Algolia in .env', `ALGOLIA_APP_ID=${s('UPPER', 10)}\nALGOLIA_ADMIN_KEY=«${s('hex', 32, 9)}»`],
  [
    'Redis with TLS',
    `new Redis("rediss://default:«${s('word', 40)}»@eu1-happy-cat-12345.upstash.io:6379")`,
  ],
  [
    'Upstash REST',
    `UPSTASH_REDIS_REST_URL=https://eu1-cat-1.upstash.io\nUPSTASH_REDIS_REST_TOKEN=«AX${s('word', 60)}»`,
  ],
  ['OpenRouter', `"apiKey": "«sk-or-v1-${s('hex', 64)}»"`],
  ['Perplexity', `PPLX=«pplx-${s('word', 48)}»`],
  ['xAI', `XAI_API_KEY=«xai-${s('word', 80)}»`],
  ['Mistral', `MISTRAL_API_KEY=«${s('word', 32)}»`],
  ['Cohere', `co = cohere.Client("«${s('word', 40)}»")  # api key`],
  ['Deepgram', `DEEPGRAM_API_KEY: «${s('hex', 40)}»`],
  ['ElevenLabs', `xi-api-key: «sk_${s('hex', 48)}»`],
  ['Pinecone', `Pinecone(api_key="«pcsk_${s('word', 6)}_${s('word', 60)}»")`],
  [
    'Pinecone old',
    `PINECONE_API_KEY=«${['3fa85f64', '5717', '4562', 'b3fc', '2c963f66afa6'].join('-')}»`,
  ],
  ['LangSmith', `LANGCHAIN_API_KEY=«lsv2_pt_${s('hex', 32)}_${s('hex', 10)}»`],
  ['Netlify', `netlify deploy --auth «nfp_${s('word', 36)}»`],
  ['Fly', `FLY_API_TOKEN="«FlyV1 fm2_${s('word', 120)}»"`],
  [
    'Render',
    `curl -H "Authorization: Bearer «rnd_${s('word', 28)}»" https://api.render.com/v1/services`,
  ],
  ['Railway', `RAILWAY_TOKEN=«${['0b1c2d3e', '4f5a', '4b6c', '8d7e', '9f0a1b2c3d4e'].join('-')}»`],
  [
    'PlanetScale',
    `DATABASE_URL='mysql://u1:«pscale_pw_${s('word', 43)}»@aws.connect.psdb.cloud/shop'`,
  ],
  ['Turso', `TURSO_AUTH_TOKEN=«${jwt({ a: 'rw', iat: 1700000000, id: 'x' })}»`],
  ['Auth0', `AUTH0_CLIENT_SECRET=«${s('url', 64)}»`],
  ['Okta', `headers: { Authorization: 'SSWS «00${s('word', 40)}»' }`],
  ['Square', `SQUARE_ACCESS_TOKEN=«EAAA${s('word', 60)}»`],
  ['PayPal', `PAYPAL_CLIENT_SECRET=«E${s('word', 79)}»`],
  ['Plaid', `PLAID_SECRET=«${s('hex', 30)}»`],
  ['Datadog', `DD_API_KEY=«${s('hex', 32, 11)}» DD_SITE="datadoghq.eu"`],
  ['New Relic', `license_key: '«${s('hex', 36)}NRAL»'`],
  ['Linear', `LINEAR_API_KEY=«lin_api_${s('word', 40)}»`],
  ['Notion', `new Client({ auth: '«secret_${s('word', 43)}»' })`],
  ['Airtable', `AIRTABLE_TOKEN=«pat${s('word', 14)}.${s('hex', 64)}»`],
  ['Figma', `X-Figma-Token: «figd_${s('word', 40)}»`],
  ['Doppler', `DOPPLER_TOKEN=«dp.st.prd.${s('word', 43)}»`],
  ['Vault', `export VAULT_TOKEN=«hvs.${s('word', 90)}»`],
  ['Pulumi', `PULUMI_ACCESS_TOKEN=«pul-${s('hex', 40)}»`],
  [
    'Terraform',
    `credentials "app.terraform.io" {\n  token = "«${s('word', 14)}.atlasv1.${s('word', 67)}»"\n}`,
  ],
  [
    'kubeconfig',
    `users:\n- name: admin\n  user:\n    client-key-data: «${b64(pem('EC PRIVATE KEY', 3))}»`,
  ],
  ['Kubernetes secret', `kind: Secret\ndata:\n  password: «${b64('s3cr3t-prod-pw')}»`],
  ['JDBC', `jdbc:mysql://db:3306/shop?user=root&password=«Zk81mmQp»&useSSL=false`],
  [
    'SQL Server',
    `Server=tcp:shop.database.windows.net;User ID=sa;Password=«Qwm!8812xx»;Encrypt=true`,
  ],
  ['PHP mysqli', `$conn = new mysqli("localhost", "shop", $password = "«pL0mbir77»", "shop");`],
  ['XML', `<smtp><user>maya</user><password>«kD82hdTz»</password></smtp>`],
  ['mysql command', `mysqldump -h db.shop.io -u app -p«Vb77kkLq» shop > dump.sql`],
  [
    'notebook',
    `"source": ["import openai\\n", "openai.api_key = \\"«sk-${s('word', 48, 3)}»\\"\\n"]`,
  ],
  ['French', 'Le mot de passe est «Soleil-4471» pour le compte admin.'],
  ['wallet', `PRIVATE_KEY=«0x${s('hex', 64)}»`],
  [
    'seed phrase',
    `MNEMONIC="«${j('gravity machine north sort ', 'system female filter attitude ', 'volume fold club stay')}»"`,
  ],
  ['fallback in code', `const secret = process.env.JWT_SECRET || '«${s('word', 24)}»';`],
  ['Windows line', `setx OPENAI_API_KEY "«sk-svcacct-${s('word', 60)}»"\r\n`],
];

/** Secrets that the rules were written and mended with. */
export const SECRETS: readonly Case[] = [...FIRST, ...SECOND];
