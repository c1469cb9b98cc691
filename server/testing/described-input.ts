import fc from 'fast-check';

/** A part of an OpenAPI 3.1 description that says what may stand somewhere. */
export interface Described {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Described;
  properties?: Record<string, Described>;
  propertyNames?: Described;
  additionalProperties?: Described | boolean;
  required?: string[];
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
}

/** Long enough to be longer than most fields are meant to be, and short enough for many calls. */
const LONGEST_TEXT = 300;
const MOST_ITEMS = 4;
const LARGEST = 100_000;

/** Any value that a description allows, as far as it can be made up: `known` are the parts it refers to. */
export function inputOf(
  described: Described,
  known: Record<string, Described>,
): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf } = described;
  if ($ref) return inputOf(known[$ref.split('/').at(-1) ?? ''] ?? {}, known);
  if ('const' in described) return fc.constant(described.const);
  if (described.enum) return fc.constantFrom(...described.enum);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => inputOf(choice, known)));
  const [first] = allOf ?? [];
  if (first) return inputOf(Object.assign({}, ...(allOf ?? [])), known);
  const types = [described.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => ofType(type, described, known)));
}

function ofType(
  type: string,
  described: Described,
  known: Record<string, Described>,
): fc.Arbitrary<unknown> {
  const { minimum, maximum, minItems = 0, maxItems, items } = described;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(range(minimum, maximum));
    case 'number':
      return fc.double({ ...range(minimum, maximum), noNaN: true });
    case 'string':
      return text(described);
    case 'array': {
      const maxLength = Math.max(minItems, Math.min(maxItems ?? MOST_ITEMS, MOST_ITEMS));
      return fc.array(inputOf(items ?? {}, known), { minLength: minItems, maxLength });
    }
    case 'object':
      return object(described, known);
    default:
      return fc.jsonValue();
  }
}

function range(minimum = -LARGEST, maximum = LARGEST): { min: number; max: number } {
  return { min: Math.max(minimum, -LARGEST), max: Math.max(minimum, Math.min(maximum, LARGEST)) };
}

function text({ format, minLength = 0, maxLength }: Described): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.nat(LARGEST).map((n) => `somebody-${n}@example.com`);
  const day = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  if (format === 'date-time') return day.map((date) => date.toISOString());
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10));
  const longest = Math.max(minLength, Math.min(maxLength ?? LONGEST_TEXT, LONGEST_TEXT));
  return fc.string({ unit: 'binary', minLength, maxLength: longest });
}

function object(
  { properties = {}, propertyNames, additionalProperties, required = [] }: Described,
  known: Record<string, Described>,
): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, each] of Object.entries(properties)) fields[name] = inputOf(each, known);
  for (const name of propertyNames?.enum ?? [])
    fields[String(name)] ??= inputOf(Object(additionalProperties), known);
  return fc.record(fields, { requiredKeys: required });
}
