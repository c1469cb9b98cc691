import { type Promised, readNamed } from '../named-values.ts';
import { type Rule, sample } from '../rule.ts';

/** What has no form of its own, and is known by its name alone. */
function named(promised: Promised, rule: Omit<Rule, 'pattern' | 'isOpen'>): Rule {
  return {
    ...rule,
    isOpen: true,
    pattern: (text, at, word) => readNamed(text, at, word, promised),
  };
}

export const NAMES: readonly Rule[] = [
  named('password', {
    family: 'password',
    kind: 'Password',
    words: [
      'password',
      'passwd',
      'passwort',
      'passphrase',
      'passcode',
      'pwd',
      'pass',
      'pw',
      'kennwort',
      'contrase',
      'mot de passe',
      'mot_de_passe',
      'wachtwoord',
      'senha',
      'parola',
    ],
    example: `DB_PASSWORD=${sample('word', 12)}`,
    lookAlike: '"password": "Passwort"',
  }),
  named('secret', {
    family: 'secret',
    kind: 'Secret',
    words: [
      'secret',
      'credential',
      'mnemonic',
      'seed phrase',
      'seed_phrase',
      'seedphrase',
      'salt',
      'pepper',
    ],
    example: `JWT_SECRET=${sample('hex', 32)}`,
    lookAlike: "const SECRET_NAME = 'app/production/database'",
  }),
  named('key', {
    family: 'token',
    kind: 'Token',
    words: ['token', 'jeton'],
    example: `ACCESS_TOKEN=${sample('word', 32)}`,
    lookAlike: "const TOKEN_KEY = 'auth_token'",
  }),
  named('key', {
    family: 'key',
    kind: 'Key',
    words: ['key', 'clave'],
    example: `apiKey: "${sample('hex', 32)}"`,
    lookAlike: 'cacheKey: "products-list-page-1"',
  }),
];
