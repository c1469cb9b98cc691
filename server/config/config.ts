import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportJWK, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose';
import { z } from 'zod';
import { PROVIDER_NAMES, type ProviderName } from '#domain/payment-provider.ts';
import { BUILD_CONTACT } from '#domain/site.ts';
import { addressIn } from './address-in.ts';
import { keptSecret } from './kept-secret.ts';
import { ALLOWANCES, risksMeant, unfitForProduction } from './production-settings.ts';

/** All settings. Source: contract, "Running it". */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Proxies whose forwarded addresses are trusted; false: none. */
  trustProxy: string | false;
  /** Without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The same without a pooler, which would not keep a LISTEN. */
  databaseDirectUrl: string | null;
  /** A standby for reads that may be a moment late; null: none. */
  databaseReadUrl: string | null;
  /** For the role that owns the tables, where that is another one. */
  databaseOwnerUrl: string | null;
  filesUrl: string;
  /** Where signed links to files lead; null: to the server's own origin. */
  filesOrigin: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Where people write to us, on pages and in mails. */
  contactAddress: string;
  /** Null: the usual port, or any free one. */
  inboxPort: number | null;
  payments: ProviderName;
  /** The provider's environment variables. */
  providerSettings: Readonly<Record<string, string>>;
  /** Variables of the services that sign people in, such as GITHUB_CLIENT_ID. */
  providerKeys: Readonly<Record<string, string>>;
  /** ES256 private key that signs access tokens. */
  jwtKey: JWK;
  /** Only verifies, while one key replaces another. */
  jwtKeyOld: JWK | null;
  serviceApiKey: string;
  /** Opens `/metrics` to monitoring on other machines. */
  metricsKey: string | null;
  /** Hashes addresses and cards, so that the first-hour price is granted once. Never change it. */
  firstHourKey: string;
  /** Public: no secret; the auth client requires one. */
  anonKey: string;
  confirmEmail: boolean;
  moderatorMfa: 'offered' | 'required';
  rateLimits: boolean;
  /** A new request that suits many unblockers is shown to the best fitting first. */
  bestFittingFirst: boolean;
  demo: boolean;
  /** For tests: checks may look at addresses of this machine. */
  looksAtLoopback: boolean;
  /** Risks that the operator accepted in production, each in a few words. */
  risksMeant: string[];
}

export type Places = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseDirectUrl'
  | 'databaseReadUrl'
  | 'databaseOwnerUrl'
  | 'filesUrl'
>;

/** An invalid setting; the start prints its message as one line. */
export class ConfigError extends Error {}

/** What keeps a production server from starting. */
export class NotForProduction extends ConfigError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Not ready for production: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

const DEFAULT_HOST = '127.0.0.1';
const port = z.coerce.number().int().min(1).max(65535);
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const url = (protocols: RegExp) => z.url({ protocol: protocols });
const origin = url(/^https?$/)
  .refine((value) => /^[^/]+\/\/[^/?#@]+\/*$/.test(value))
  .transform((value) => new URL(value).origin);

const settings = {
  NODE_ENV: [z.string(), 'any word'],
  HOST: [z.string().regex(/^[A-Za-z0-9.:_-]+$/), 'a host name or address'],
  PORT: [port, 'a port from 1 to 65535'],
  TRUST_PROXY: [
    z.string().refine((value) => value.split(',').every(isProxy)),
    'addresses or networks of proxies, such as 10.0.0.0/8, or loopback',
  ],
  PUBLIC_URL: [origin, 'an http or https address without a path'],
  DATA_DIR: [z.string().refine((value) => !value.includes('\0')), 'a folder'],
  DATABASE_URL: [url(/^postgres(ql)?$/), 'a postgres:// address'],
  DATABASE_DIRECT_URL: [url(/^postgres(ql)?$/), 'a postgres:// address'],
  DATABASE_READ_URL: [url(/^postgres(ql)?$/), 'a postgres:// address'],
  DATABASE_OWNER_URL: [url(/^postgres(ql)?$/), 'a postgres:// address'],
  FILES_URL: [url(/^(file|s3)$/), 'a file:// or s3:// address'],
  FILES_ORIGIN: [origin, 'an http or https address without a path'],
  SMTP_URL: [z.url({ protocol: /^smtps?$/, hostname: /./ }), 'an smtp:// or smtps:// address'],
  MAIL_FROM: [
    z.string().regex(/^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/),
    'an address such as Unblock <hello@example.com>',
  ],
  CONTACT_ADDRESS: [z.email(), 'an address such as hello@example.com'],
  INBOX_PORT: [port, 'a port from 1 to 65535'],
  PAYMENTS: [z.enum(PROVIDER_NAMES), PROVIDER_NAMES.join(' or ')],
  JWT_KEY: [z.string(), 'an ES256 private key as JWK or PEM'],
  JWT_KEY_OLD: [z.string(), 'an ES256 private key as JWK or PEM'],
  SERVICE_API_KEY: [z.string().min(16), 'at least 16 characters'],
  METRICS_KEY: [z.string().regex(/^\S{16,}$/), 'at least 16 characters without spaces'],
  FIRST_HOUR_KEY: [z.string().min(16), 'at least 16 characters'],
  CONFIRM_EMAIL: [
    z.enum(['true', 'false']).transform((value) => value === 'true'),
    'true or false',
  ],
  MODERATOR_MFA: [z.enum(['offered', 'required']), 'offered or required'],
  RATE_LIMITS: [onOff, 'on or off'],
  BEST_FITTING_FIRST: [onOff, 'on or off'],
  DEMO: [onOff, 'on or off'],
  LOOKS_AT_LOOPBACK: [onOff, 'on or off'],
  ALLOW_IN_PRODUCTION: [
    z
      .string()
      .transform(wordsOf)
      .pipe(z.array(z.enum(ALLOWANCES))),
    `any of ${ALLOWANCES.join(', ')}, with commas between them`,
  ],
} as const satisfies Variables;

type Values = ReturnType<typeof readVariables<typeof settings>>;

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true;
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  return most > 0 && more.length === 0 && isPrefix;
}

/**
 * Reads the environment. Creates DATA_DIR and missing secrets in it.
 * @throws ConfigError with one line that names the setting
 */
export async function readConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const given = readVariables(settings, env);
  const production = given.NODE_ENV === 'production';
  const unfit = production ? unfitForProduction(given) : [];
  if (unfit.length > 0) throw new NotForProduction(unfit);
  const places = placesIn(given);
  const mailFrom = given.MAIL_FROM ?? `Unblock <${BUILD_CONTACT}>`;
  return {
    production,
    ...readAddresses(given),
    ...readChoices(given, production),
    providerSettings: providerSettings(env, given.PAYMENTS),
    providerKeys: providerKeys(env),
    ...places,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom,
    contactAddress: given.CONTACT_ADDRESS ?? addressIn(mailFrom),
    ...(await readSecrets(given, places.dataDir)),
  };
}

/**
 * Reads only where data is stored, and creates nothing.
 * @throws ConfigError
 */
export function readPlaces(env: NodeJS.ProcessEnv): Places {
  return placesIn(readVariables(settings, env));
}

function placesIn(given: Values): Places {
  const dataDir = path.resolve(given.DATA_DIR ?? 'data');
  const filesUrl = given.FILES_URL ?? pathToFileURL(path.join(dataDir, 'files')).href;
  return { dataDir, ...readDatabase(given), filesUrl };
}

function readAddresses(given: Values) {
  const { HOST: host = DEFAULT_HOST, PORT: port = 3000, INBOX_PORT: inboxPort = null } = given;
  if (given.SMTP_URL === undefined && inboxPort === port) {
    throw new ConfigError(`INBOX_PORT and PORT are both ${port}: each needs a port of its own.`);
  }
  const publicUrl = given.PUBLIC_URL ?? new URL(`http://localhost:${port}`).origin;
  const trustProxy: Config['trustProxy'] = given.TRUST_PROXY ?? false;
  const filesOrigin = given.FILES_ORIGIN ?? null;
  if (filesOrigin !== null && new URL(filesOrigin).hostname === new URL(publicUrl).hostname) {
    throw new ConfigError('FILES_ORIGIN and PUBLIC_URL have one host: files need another.');
  }
  return { host, port, inboxPort, publicUrl, filesOrigin, trustProxy };
}

function readDatabase(given: Values) {
  const { DATABASE_URL: databaseUrl = null, DATABASE_OWNER_URL: databaseOwnerUrl = null } = given;
  const databaseDirectUrl = given.DATABASE_DIRECT_URL ?? databaseUrl;
  if (databaseOwnerUrl !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL: the role that serves.');
  }
  if (databaseDirectUrl !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL: the way by a pooler.');
  }
  const databaseReadUrl = given.DATABASE_READ_URL ?? null;
  if (databaseReadUrl !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL: it is a standby of that.');
  }
  return { databaseUrl, databaseDirectUrl, databaseReadUrl, databaseOwnerUrl };
}

function readChoices(given: Values, production: boolean) {
  return {
    payments: given.PAYMENTS ?? 'sandbox',
    confirmEmail: given.CONFIRM_EMAIL ?? true,
    moderatorMfa: given.MODERATOR_MFA ?? (production ? 'required' : 'offered'),
    rateLimits: given.RATE_LIMITS ?? true,
    bestFittingFirst: given.BEST_FITTING_FIRST ?? false,
    looksAtLoopback: given.LOOKS_AT_LOOPBACK ?? false,
    demo: !production && readDemo(given),
    risksMeant: production ? risksMeant(given) : [],
  };
}

/** @throws ConfigError where its people could not pay, so that it could never be made */
function readDemo(given: Values): boolean {
  const isSandbox = (given.PAYMENTS ?? 'sandbox') === 'sandbox';
  if (given.DEMO && !isSandbox)
    throw new ConfigError('DEMO=on and PAYMENTS do not fit: its people pay in the sandbox.');
  return given.DEMO ?? (isSandbox && isAsItComes(given));
}

/** Neither host nor database is set. */
function isAsItComes({ DATABASE_URL, HOST = DEFAULT_HOST }: Values): boolean {
  return DATABASE_URL === undefined && HOST === DEFAULT_HOST;
}

/** Keys from the environment, not generated ones. */
export interface GivenKeys {
  jwtKey: JWK | null;
  jwtKeyOld: JWK | null;
  serviceApiKey: string | null;
  firstHourKey: string | null;
}

/** @throws ConfigError */
export function readKeys(env: NodeJS.ProcessEnv): Promise<GivenKeys> {
  return keysIn(readVariables(settings, env));
}

async function keysIn(given: Values): Promise<GivenKeys> {
  const { JWT_KEY, JWT_KEY_OLD, SERVICE_API_KEY, FIRST_HOUR_KEY } = given;
  return {
    jwtKey: JWT_KEY ? await readKey('JWT_KEY', JWT_KEY) : null,
    jwtKeyOld: JWT_KEY_OLD ? await readKey('JWT_KEY_OLD', JWT_KEY_OLD) : null,
    serviceApiKey: SERVICE_API_KEY ?? null,
    firstHourKey: FIRST_HOUR_KEY ?? null,
  };
}

async function readSecrets(given: Values, dataDir: string) {
  makeFolder(dataDir);
  const keys = await keysIn(given);
  const jwtKey = keys.jwtKey ?? (await storedKey(dataDir));
  return {
    jwtKey,
    jwtKeyOld: keys.jwtKeyOld,
    serviceApiKey: keys.serviceApiKey ?? storedSecret(dataDir, 'service-api-key'),
    firstHourKey: keys.firstHourKey ?? storedSecret(dataDir, 'first-hour-key'),
    metricsKey: given.METRICS_KEY ?? null,
    anonKey: createHash('sha256').update(`anon:${jwtKey.x}`).digest('base64url'),
  };
}

type Variables = Readonly<Record<string, readonly [z.ZodType, string]>>;

/**
 * Reads environment variables by their schemas; an empty one counts as missing.
 * @throws ConfigError that names the first invalid one and what is expected
 */
export function readVariables<Table extends Variables>(table: Table, env: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {};
  for (const [name, [schema, expected]] of Object.entries(table)) {
    const text = env[name];
    if (text === undefined || text === '') continue;
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new ConfigError(`${name} is not valid: expected ${expected}.`);
    values[name] = parsed.data;
  }
  return values as { [Name in keyof Table]: z.output<Table[Name][0]> | undefined };
}

/** The variables that begin with the provider's name; the provider checks them. */
function providerSettings(env: NodeJS.ProcessEnv, name: string | undefined) {
  const prefix = `${name ?? 'sandbox'}_`.toUpperCase();
  const given = Object.entries(env).filter(([key, value]) => key.startsWith(prefix) && value);
  return Object.fromEntries(given) as Record<string, string>;
}

/** Those of any service that signs people in; each checks its own. */
function providerKeys(env: NodeJS.ProcessEnv) {
  const names = /^[A-Z]+_(?:CLIENT_ID|CLIENT_SECRET|ISSUER|NAME)$/;
  const given = Object.entries(env).filter(([key, value]) => names.test(key) && value);
  return Object.fromEntries(given) as Record<string, string>;
}

/**
 * Makes DATA_DIR where it is missing.
 * @throws ConfigError when it cannot be written
 */
export function makeFolder(folder: string): void {
  inDataDir(folder, () => {
    makeFolders(folder);
    const probe = path.join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600 });
    readFileSync(probe);
    unlinkSync(probe);
  });
}

/** Node's own `recursive` never ends where the drive does not exist, nor below `/proc`. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  if (!existsSync(path.dirname(folder))) makeFolders(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

async function readKey(name: 'JWT_KEY' | 'JWT_KEY_OLD', text: string): Promise<JWK> {
  try {
    const jwk = text.trimStart().startsWith('{')
      ? (JSON.parse(text) as JWK)
      : await exportJWK(await importPKCS8(text, 'ES256', { extractable: true }));
    if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || !jwk.d) throw new Error('not ES256');
    await importJWK(jwk, 'ES256');
    return jwk;
  } catch {
    throw new ConfigError(`${name} is not valid: expected ${settings[name][1]}.`);
  }
}

async function storedKey(dataDir: string): Promise<JWK> {
  const file = path.join(dataDir, 'jwt-key.json');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const made = JSON.stringify(await exportJWK(privateKey));
  return readKey(
    'JWT_KEY',
    inDataDir(dataDir, () => keptSecret(file, () => made)),
  );
}

function storedSecret(dataDir: string, name: string): string {
  const make = () => randomBytes(32).toString('base64url');
  return inDataDir(dataDir, () => keptSecret(path.join(dataDir, name), make));
}

/** @throws ConfigError when the system refuses */
function inDataDir<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(`DATA_DIR cannot be used (${code}): ${folder}`);
  }
}
