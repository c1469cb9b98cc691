/**
 * Writes what stripe-node's own types let each request say, for our double of Stripe to check
 * requests by: `npm run stripe-parameters`. Reads the types with the TypeScript compiler itself.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { API, type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** A value in a request, by its type; the names of fields that may be left out end in `?`. */
export type Parameter =
  | 'string'
  | 'number'
  | 'boolean'
  | { one_of: string[] }
  | { list: Parameter }
  | { map: Parameter }
  | { fields: Record<string, Parameter> }
  | { any: Parameter[] };

const ROOT = path.join(import.meta.dirname, '..');
const CALLS = path.join(ROOT, 'server/testing/payments/stripe-requests.ts');
export const STRIPE_PARAMETERS = path.join(
  ROOT,
  'server/testing/payments/stripe-parameters.generated.json',
);

/** The table as text. */
export function stripeParameters(): string {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [path.join(ROOT, 'tsconfig.json')] });
    const checker = snapshot.getProjects()[0]?.checker;
    const at = { document: CALLS, position: 0 };
    const symbol = checker?.resolveName('StripeRequests', SymbolFlags.Interface, at);
    if (!checker || !symbol) throw new Error('the types of the requests were not found');
    const calls = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
    const table = calls.map((call) => {
      const type = checker.getTypeOfSymbol(call);
      return `${JSON.stringify(call.name)}: ${JSON.stringify(type && parameterOf(checker, type))}`;
    });
    // A line for each call.
    return `{\n${table.join(',\n')}\n}\n`;
  } finally {
    api.close();
  }
}

function parameterOf(checker: Checker, type: Type): Parameter {
  const { one_of, others } = partsOf(checker, type);
  const kinds = new Map(others.map((each) => [JSON.stringify(each), each]));
  // An enumeration is open in the types; what is not in it is refused all the same.
  if (one_of.length > 0) kinds.delete('"string"');
  const all = [...(one_of.length > 0 ? [{ one_of: one_of.sort() }] : []), ...kinds.values()];
  return all.length === 1 && all[0] ? all[0] : { any: all };
}

function partsOf(checker: Checker, type: Type): { one_of: string[]; others: Parameter[] } {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const one_of = parts.flatMap((part) =>
    part.isStringLiteralType() && part.value !== '' ? [part.value] : [],
  );
  const others = parts.flatMap((part) =>
    part.isStringLiteralType() || isNothing(part) ? [] : [single(checker, part)],
  );
  return { one_of, others };
}

function isNothing(type: Type): boolean {
  return type.isIntrinsicType() && ['null', 'undefined'].includes(type.intrinsicName);
}

function single(checker: Checker, type: Type): Parameter {
  if (type.isIntersectionType()) return 'string';
  if (type.isNumberLiteralType()) return 'number';
  if (type.isBooleanLiteralType()) return 'boolean';
  if (type.isIntrinsicType()) return intrinsic(type.intrinsicName);
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type);
    if (element) return { list: parameterOf(checker, element) };
  }
  const [index] = checker.getIndexInfosOfType(type);
  if (index) return { map: parameterOf(checker, index.valueType) };
  return checker.typeToString(type) === 'Decimal' ? 'string' : fieldsOf(checker, type);
}

function intrinsic(name: string): Parameter {
  if (name === 'string' || name === 'number' || name === 'boolean') return name;
  if (name === 'true' || name === 'false') return 'boolean';
  throw new Error(`a parameter of the type ${name}`);
}

function fieldsOf(checker: Checker, type: Type): Parameter {
  const fields = checker.getPropertiesOfType(type).map((property) => {
    const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
    const of = checker.getTypeOfSymbol(property);
    if (!of) throw new Error(`${property.name} has no type`);
    return [`${property.name}${isOptional ? '?' : ''}`, parameterOf(checker, of)] as const;
  });
  return { fields: Object.fromEntries(fields) };
}

if (import.meta.main) writeFileSync(STRIPE_PARAMETERS, stripeParameters());
