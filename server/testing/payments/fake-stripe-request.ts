import { readFileSync } from 'node:fs';
import type { Parameter } from '../../../tools/stripe-parameters.ts';

/** What a request says, as Stripe reads it: nested, and all of it text. */
export type Said = string | Said[] | { [name: string]: Said };

/** What a request says wrongly, in Stripe's own words. */
export interface Fault {
  code: 'parameter_unknown' | 'parameter_missing' | 'parameter_invalid';
  param: string;
}

const TABLE = new URL('./stripe-parameters.generated.json', import.meta.url);
const parameters: Record<string, Parameter> = JSON.parse(readFileSync(TABLE, 'utf8'));

/** Reads `a[b][0][c]=d`, as a body or after the question mark. */
export function parseForm(form: string): Record<string, Said> {
  const said: Record<string, Said> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const names = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = names.pop() ?? '';
    let at: Record<string, Said> = said;
    for (const each of names) {
      at[each] ??= {};
      at = at[each] as Record<string, Said>;
    }
    at[last] = value;
  }
  return said;
}

/** What stripe-node's own types do not let a call say; null when all is well. */
export function faultIn(call: string, said: Record<string, Said>): Fault | null {
  const allowed = parameters[call];
  if (!allowed) throw new Error(`no parameters are known of ${call}`);
  return check(allowed, said, '');
}

function check(allowed: Parameter, said: Said, at: string): Fault | null {
  const invalid: Fault = { code: 'parameter_invalid', param: at };
  if (typeof allowed === 'string') return isA(allowed, said) ? null : invalid;
  if ('one_of' in allowed) return allowed.one_of.includes(String(said)) ? null : invalid;
  if ('any' in allowed) {
    const faults = allowed.any.map((each) => check(each, said, at));
    return faults.includes(null) ? null : (faults[0] ?? invalid);
  }
  if (typeof said === 'string') return invalid;
  if ('fields' in allowed) return checkFields(allowed.fields, said as Record<string, Said>, at);
  const of = 'list' in allowed ? allowed.list : allowed.map;
  const names = Object.keys(said);
  if ('list' in allowed && names.some((name, index) => name !== String(index))) return invalid;
  return first(Object.entries(said), ([name, value]) => check(of, value, inside(at, name)));
}

function checkFields(
  fields: Record<string, Parameter>,
  said: Record<string, Said>,
  at: string,
): Fault | null {
  const missing = Object.keys(fields).find((name) => !name.endsWith('?') && !(name in said));
  if (missing) return { code: 'parameter_missing', param: inside(at, missing) };
  return first(Object.entries(said), ([name, value]) => {
    const allowed = fields[name] ?? fields[`${name}?`];
    const param = inside(at, name);
    return allowed ? check(allowed, value, param) : { code: 'parameter_unknown', param };
  });
}

function isA(type: 'string' | 'number' | 'boolean', said: Said): boolean {
  if (typeof said !== 'string' || said === '') return false;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(said);
  return type === 'string' || said === 'true' || said === 'false';
}

function inside(at: string, name: string): string {
  return at === '' ? name : `${at}[${name}]`;
}

function first<Value>(values: Value[], look: (value: Value) => Fault | null): Fault | null {
  for (const value of values) {
    const fault = look(value);
    if (fault) return fault;
  }
  return null;
}
