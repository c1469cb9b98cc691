/** A JSON Schema, as far as the API's description uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
}

/** Deeper ones are named only. */
const DEEPEST = 6;

/** A schema as somebody would write it down: one field a line, with what is said of it. */
export function schemaText(schema: JsonSchema, named: Named, depth = 0): string {
  const known = schema.$ref === undefined ? schema : (named[nameOf(schema.$ref)] ?? {});
  if (depth > DEEPEST) return schema.$ref ? nameOf(schema.$ref) : '…';
  if (known.enum) return known.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in known) return JSON.stringify(known.const);
  return eitherText(known, named, depth) ?? partsText(known, named, depth) ?? typeText(known);
}

type Named = Readonly<Record<string, JsonSchema>>;

function eitherText({ anyOf, oneOf, allOf }: JsonSchema, named: Named, depth: number) {
  const parts = anyOf ?? oneOf ?? allOf;
  const texts = parts?.map((one) => schemaText(one, named, depth));
  return texts && [...new Set(texts)].join(allOf ? ' & ' : ' | ');
}

function partsText(schema: JsonSchema, named: Named, depth: number): string | undefined {
  const { properties, items, additionalProperties } = schema;
  if (properties) return objectText(schema, named, depth);
  if (items) return `[${schemaText(items, named, depth)}]`;
  return typeof additionalProperties === 'object'
    ? `{ [name]: ${schemaText(additionalProperties, named, depth + 1)} }`
    : undefined;
}

function typeText({ type = 'anything', format }: JsonSchema): string {
  const types = [type].flat().join(' | ');
  return format ? `${types} (${format})` : types;
}

function objectText(
  { properties = {}, required = [] }: JsonSchema,
  named: Named,
  depth: number,
): string {
  const room = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const said = field.description ? `  // ${field.description}` : '';
    return `${room}${name}${mark}: ${schemaText(field, named, depth + 1)}${said}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
