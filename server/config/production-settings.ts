import { isOwnName } from './own-address.ts';

/** Risks that an operator may accept in production. */
export const ALLOWANCES = [
  'http',
  'unconfirmed',
  'no-limits',
  'moderators-without-mfa',
  'loopback-looks',
] as const;
type Allowance = (typeof ALLOWANCES)[number];

/** The settings that production checks, as given. */
interface Given {
  PAYMENTS?: string | undefined;
  SMTP_URL?: string | undefined;
  DEMO?: boolean | undefined;
  JWT_KEY?: string | undefined;
  JWT_KEY_OLD?: string | undefined;
  SERVICE_API_KEY?: string | undefined;
  METRICS_KEY?: string | undefined;
  FIRST_HOUR_KEY?: string | undefined;
  PUBLIC_URL?: string | undefined;
  CONFIRM_EMAIL?: boolean | undefined;
  RATE_LIMITS?: boolean | undefined;
  LOOKS_AT_LOOPBACK?: boolean | undefined;
  MODERATOR_MFA?: string | undefined;
  ALLOW_IN_PRODUCTION?: readonly Allowance[] | undefined;
}

/** @returns what keeps production from starting; empty when all is well */
export function unfitForProduction(given: Given): string[] {
  const risks = risksOf(given).filter(({ allowance }) => !isMeant(given, allowance));
  return [
    ...forTryingOut(given),
    ...risks.map(({ what, allowance }) => `${what} (if meant: ALLOW_IN_PRODUCTION=${allowance})`),
  ];
}

/** @returns the accepted risks, for the start to log */
export function risksMeant(given: Given): string[] {
  const risks = risksOf(given).filter(({ allowance }) => isMeant(given, allowance));
  return risks.map(({ what }) => what);
}

function isMeant({ ALLOW_IN_PRODUCTION = [] }: Given, allowance: Allowance): boolean {
  return ALLOW_IN_PRODUCTION.includes(allowance);
}

function forTryingOut(given: Given): string[] {
  return [
    (given.PAYMENTS ?? 'sandbox') === 'sandbox' && 'PAYMENTS=sandbox takes no real money',
    given.SMTP_URL === undefined && 'SMTP_URL is missing: the embedded inbox is for trying out',
    given.DEMO === true && 'DEMO=on adds accounts with a public password',
    given.JWT_KEY === undefined && 'JWT_KEY is missing: generated secrets are for trying out',
    given.SERVICE_API_KEY === undefined &&
      'SERVICE_API_KEY is missing: generated secrets are for trying out',
    isGuessable(given.SERVICE_API_KEY) && `SERVICE_API_KEY ${MAKE_ONE}`,
    isGuessable(given.METRICS_KEY) && `METRICS_KEY ${MAKE_ONE}`,
    given.FIRST_HOUR_KEY === undefined &&
      'FIRST_HOUR_KEY is missing: generated secrets are for trying out',
    isGuessable(given.FIRST_HOUR_KEY) && `FIRST_HOUR_KEY ${MAKE_ONE}`,
    EXAMPLE_KEYS.some((key) => given.JWT_KEY?.includes(key)) &&
      'JWT_KEY is an example that everybody can read',
    EXAMPLE_KEYS.some((key) => given.JWT_KEY_OLD?.includes(key)) &&
      'JWT_KEY_OLD is an example that everybody can read',
  ].filter((problem) => problem !== false);
}

function risksOf(given: Given): { what: string; allowance: Allowance }[] {
  const { protocol, hostname } = new URL(given.PUBLIC_URL ?? 'http://localhost');
  const risks: [boolean, Allowance, string][] = [
    [
      protocol === 'http:' && !isOwnName(hostname),
      'http',
      'PUBLIC_URL=http://... lets passwords travel in the open: it has to begin with https://',
    ],
    [
      given.CONFIRM_EMAIL === false,
      'unconfirmed',
      'CONFIRM_EMAIL=false lets anybody sign up with an address of somebody else',
    ],
    [given.RATE_LIMITS === false, 'no-limits', 'RATE_LIMITS=off slows no attacker down'],
    [
      given.LOOKS_AT_LOOPBACK === true,
      'loopback-looks',
      'LOOKS_AT_LOOPBACK=on lets people have the server ask its own machine',
    ],
    [
      given.MODERATOR_MFA === 'offered',
      'moderators-without-mfa',
      'MODERATOR_MFA=offered lets moderators in by a password alone',
    ],
  ];
  return risks.flatMap(([isTaken, allowance, what]) => (isTaken ? [{ what, allowance }] : []));
}

const MAKE_ONE = 'is short or an example: make one with openssl rand -base64 32';

/** Private parts of the example keys in RFC 7515 and RFC 7517. */
const EXAMPLE_KEYS = [
  'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X9fCE9-E1LI',
  '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
];

/** Too short, too regular to be random, or typed text. */
function isGuessable(key: string | undefined): boolean {
  if (key === undefined) return false;
  const isWritten = /example|change|replace|secret|password|your[-_]/i.test(key);
  return key.length < 32 || new Set(key).size < 12 || isWritten;
}
