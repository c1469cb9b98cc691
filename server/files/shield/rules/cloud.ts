import { looksRandom, withoutEscapes } from '../likely-secret.ts';
import { type OwnForm, ownForm, type Rule, sample, some } from '../rule.ts';

const FORMS: readonly OwnForm[] = [
  ['digitalocean', 'DigitalOcean access token', 'dop_v1_', 'hex', 64],
  ['digitalocean', 'DigitalOcean OAuth token', 'doo_v1_', 'hex', 64],
  ['digitalocean', 'DigitalOcean refresh token', 'dor_v1_', 'hex', 64],
  ['digitalocean', 'DigitalOcean Spaces key', 'DO00', 'UPPER', 16],
  ['google', 'Google OAuth client secret', 'GOCSPX-', 'url', 20, 40],
  ['google', 'Google access token', 'ya29.', 'url', 30, 500],
  ['google', 'Google refresh token', '1//0', 'url', 30, 120],
  ['alibaba', 'Alibaba Cloud key', 'LTAI', 'word', 12, 26],
  ['heroku', 'Heroku key', 'HRKU-', 'url', 36, 70],
  ['vercel', 'Vercel token', 'vcp_', 'word', 24, 60],
  ['vercel', 'Vercel Blob token', 'vercel_blob_rw_', 'url', 24, 60],
  ['netlify', 'Netlify token', 'nfp_', 'word', 32, 48],
  ['netlify', 'Netlify OAuth token', 'nfo_', 'word', 32, 48],
  ['netlify', 'Netlify build token', 'nfb_', 'word', 32, 48],
  ['fly', 'Fly.io token', 'fm2_', 'base64', 40, 2000],
  ['fly', 'Fly.io token', 'fm1r_', 'base64', 40, 2000],
  ['fly', 'Fly.io token', 'fm1a_', 'base64', 40, 2000],
  ['fly', 'Fly.io token', 'fo1_', 'url', 40, 60],
  ['render', 'Render key', 'rnd_', 'word', 24, 48],
  ['railway', 'Railway token', 'rlwy_', 'url', 30, 60],
  ['supabase', 'Supabase access token', 'sbp_', 'hex', 40],
  ['supabase', 'Supabase secret key', 'sb_secret_', 'url', 20, 60],
  ['planetscale', 'PlanetScale password', 'pscale_pw_', 'url', 30, 64],
  ['planetscale', 'PlanetScale token', 'pscale_tkn_', 'url', 30, 64],
  ['planetscale', 'PlanetScale OAuth token', 'pscale_oauth_', 'url', 30, 64],
  ['neon', 'Neon key', 'napi_', 'word', 40, 80],
  ['neon', 'Neon password', 'npg_', 'word', 12, 24],
  ['convex', 'Convex deploy key', 'prod:', 'url', 60, 200],
  ['vault', 'Vault token', 'hvs.', 'url', 24, 130],
  ['vault', 'Vault batch token', 'hvb.', 'url', 100, 300],
  ['pulumi', 'Pulumi token', 'pul-', 'hex', 40],
  ['doppler', 'Doppler personal token', 'dp.pt.', 'word', 40, 48],
  ['doppler', 'Doppler service account token', 'dp.sa.', 'word', 40, 48],
  ['doppler', 'Doppler CLI token', 'dp.ct.', 'word', 40, 48],
  ['doppler', 'Doppler audit token', 'dp.audit.', 'word', 40, 48],
  ['infisical', 'Infisical token', 'st.', 'hex', 24],
  ['databricks', 'Databricks token', 'dapi', 'hex', 32],
  ['tailscale', 'Tailscale key', 'tskey-', 'url', 20, 80],
  ['ngrok', 'ngrok API key', 'ak_', 'word', 27],
  ['cloudflare', 'Cloudflare origin CA key', 'v1.0-', 'url', 150, 180],
  ['aiven', 'Aiven token', 'AVNS_', 'url', 14, 30],
  ['scaleway', 'Scaleway access key', 'SCW', 'UPPER', 17],
  ['dynatrace', 'Dynatrace token', 'dt0c01.', 'word', 24],
  ['openshift', 'OpenShift token', 'sha256~', 'url', 43],
  ['age', 'age secret key', 'AGE-SECRET-KEY-1', 'UPPER', 58],
  [
    'prisma',
    'Prisma Accelerate key',
    'prisma+postgres://accelerate.prisma-data.net/?api_key=',
    'url',
    40,
    400,
  ],
  ['onepassword', '1Password service account token', 'ops_', 'base64', 100, 2000],
  ['onepassword', '1Password secret key', 'A3-', 'url', 30, 40],
];

const id = `(?:AKIA|ASIA|ABIA|ACCA)${some('UPPER', 16)}`;

const SHAPED: readonly Rule[] = [
  {
    family: 'aws',
    kind: 'AWS access key ID',
    words: ['akia', 'asia', 'abia', 'acca'],
    pattern: new RegExp(`${id}(?![A-Za-z0-9])`, 'y'),
    example: `AKIA${sample('UPPER', 16)}`,
    lookAlike: ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join(''),
  },
  {
    family: 'google',
    kind: 'Google API key',
    words: ['aiza'],
    pattern: /AIza[\w-]{35}(?![\w-])/y,
    // The key of a Firebase web app is in every browser that opens it; rules guard what is behind.
    check: ({ text, start }) => {
      const before = text.slice(Math.max(0, start - 120), start);
      const around = text.slice(Math.max(0, start - 400), start + 500);
      const isFirebase =
        /authDomain|messagingSenderId|firebaseConfig|storageBucket|mobilesdk_app_id/i.test(around);
      const isBrowser =
        /(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC)_\w{0,40}["'= :]{0,4}$/;
      return !isFirebase && !isBrowser.test(before) && !/current_key"\s*:\s*"$/.test(before);
    },
    example: `AIza${sample('word', 35)}`,
    lookAlike: `firebaseConfig = { apiKey: "AIza${sample('word', 35)}", authDomain: "x" }`,
  },
  {
    family: 'azure',
    kind: 'Azure storage key',
    words: ['accountkey='],
    pattern: /AccountKey=(?<secret>[A-Za-z0-9+/]{40,120}={0,2})/iy,
    example: `AccountKey=${sample('word', 86)}==`,
    lookAlike: 'AccountKey=<your-account-key>',
  },
  {
    family: 'azure',
    kind: 'Azure shared access key',
    words: ['sharedaccesskey='],
    pattern: /SharedAccessKey=(?<secret>[A-Za-z0-9+/]{40,60}={0,2})/iy,
    example: `SharedAccessKey=${sample('word', 43)}=`,
    lookAlike: 'SharedAccessKey={your key}',
  },
  {
    family: 'azure',
    kind: 'Azure client secret',
    words: ['q~'],
    isOpen: true,
    pattern: /(?<=(?<![\w~.-])(?<head>[\w~.-]{3}\d))Q~[\w~.-]{31,34}(?![\w~-])/y,
    example: `abc8Q~${sample('word', 34)}`,
    lookAlike: 'abc8Q~short',
  },
  {
    family: 'azure',
    kind: 'Azure signed address',
    words: ['sig='],
    pattern: /sig=(?<secret>[A-Za-z0-9%+/_-]{40,120}={0,2})/iy,
    check: ({ value, text, start }) =>
      looksRandom(withoutEscapes(value)) &&
      /[?&;](?:sv|se|sp|sr|st|skn)=/.test(text.slice(Math.max(0, start - 300), start + 400)),
    example: `?sv=2022-11-02&se=2026-01-01&sr=b&sig=${sample('word', 43)}%3D`,
    lookAlike: '?sv=2022-11-02&sr=b&sig=REDACTED',
  },
  {
    family: 'vault',
    kind: 'Vault token',
    words: ['s.'],
    pattern: /s\.(?<secret>[A-Za-z0-9]{24})(?![\w.-])/y,
    check: ({ value }) => looksRandom(value) && /[A-Z]/.test(value) && /[a-z]/.test(value),
    example: `s.${sample('word', 24)}`,
    lookAlike: 's.getElementByIdentifier1(',
  },
  {
    family: 'terraform',
    kind: 'Terraform Cloud token',
    words: ['.atlasv1.'],
    isOpen: true,
    pattern: /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,70}/y,
    example: `${sample('word', 14)}.atlasv1.${sample('word', 67)}`,
    lookAlike: 'token.atlasv1.xxxx',
  },
  {
    family: 'doppler',
    kind: 'Doppler service token',
    words: ['dp.st.'],
    pattern: /dp\.st\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,48}(?!\w)/y,
    example: `dp.st.prd.${sample('word', 43)}`,
    lookAlike: 'dp.st.prd.xxxx',
  },
  {
    family: 'upstash',
    kind: 'Upstash token',
    words: ['.upstash.io'],
    pattern:
      /\.upstash\.io["']?[\s,;]{1,6}(?:[\w$"']{1,60}[ \t]{0,3}[:=][ \t]{0,3})?["']?(?<secret>[A-Za-z0-9_+/=-]{40,200})/y,
    check: ({ value }) => looksRandom(value),
    isOpen: true,
    example: `.upstash.io\nTOK=AX${sample('word', 60)}`,
    lookAlike: '.upstash.io and more',
  },
];

export const CLOUD = [...FORMS.map(ownForm), ...SHAPED];
