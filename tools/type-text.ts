import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What `z.toJSONSchema` makes of our schemas. */
interface Json {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  additionalProperties?: Json | boolean;
  items?: Json;
}

/** A schema that domain/ exports, and the type there that is made of it, if there is one. */
interface Named {
  module: string;
  name: string;
  type: string | undefined;
}

type Io = 'input' | 'output';

/** Writes schemas as TypeScript; what domain/ has a name for goes by that name. */
export class TypeText {
  readonly #named: ReadonlyMap<z.ZodType, Named>;
  readonly #byId = new Map<string, Named>();
  readonly #registry = z.registry<{ id: string }>();
  readonly #used = new Map<string, Set<string>>();

  private constructor(named: ReadonlyMap<z.ZodType, Named>) {
    this.#named = named;
    for (const [schema, each] of named) {
      this.#byId.set(each.name, each);
      this.#registry.add(schema, { id: each.name });
    }
  }

  static async open(): Promise<TypeText> {
    return new TypeText(await exportedSchemas());
  }

  /** The type of what is sent (`input`) or of what comes back (`output`). */
  of(schema: z.ZodType, io: Io): string {
    const named = this.#named.get(schema);
    if (named) return this.#refer(named, io);
    const json = z.toJSONSchema(schema, {
      ...{ io, metadata: this.#registry, unrepresentable: 'any' },
    });
    return this.#print(json as Json, io);
  }

  /** The imports that what was written so far needs. */
  imports(): string {
    return [...this.#used]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([from, names]) => `import type { ${[...names].toSorted().join(', ')} } from '${from}';`)
      .join('\n');
  }

  #refer({ module, name, type }: Named, io: Io): string {
    const isAlias = io === 'output' && type !== undefined;
    const used = this.#used.get(module) ?? new Set();
    this.#used.set(module, used.add(isAlias ? type : name));
    return isAlias ? type : `z.${io}<typeof ${name}>`;
  }

  #print(json: Json, io: Io): string {
    const print = (each: Json) => this.#print(each, io);
    const named = this.#byId.get(json.$ref?.split('/').at(-1) ?? '');
    if (named) return this.#refer(named, io);
    if (json.const !== undefined) return literal(json.const);
    if (json.enum) return json.enum.map(literal).join(' | ');
    const either = json.anyOf ?? json.oneOf;
    if (either) return `(${[...new Set(either.map(print))].join(' | ')})`;
    if (json.allOf) return json.allOf.map(print).join(' & ');
    if (json.items) return arrayOf(print(json.items));
    if (json.properties) return this.#printObject(json, io);
    if (typeof json.additionalProperties === 'object')
      return `Record<string, ${print(json.additionalProperties)}>`;
    return (
      [json.type ?? []]
        .flat()
        .map((each) => plain[each])
        .join(' | ') || 'unknown'
    );
  }

  #printObject({ properties = {}, required = [] }: Json, io: Io): string {
    const members = Object.entries(properties).map(
      ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${this.#print(each, io)}`,
    );
    return members.length > 0 ? `{ ${members.join('; ')} }` : 'object';
  }
}

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
};

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

async function exportedSchemas(): Promise<Map<z.ZodType, Named>> {
  const folder = path.join(import.meta.dirname, '../domain');
  const schemas = new Map<z.ZodType, Named>();
  for await (const file of glob('*.ts', { cwd: folder, exclude: ['*.test.ts'] })) {
    const source = await readFile(path.join(folder, file), 'utf8');
    const exported = (await import(path.join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType)) continue;
      const type = new RegExp(`export type (\\w+) = z\\.(?:infer|output)<typeof ${name}>`);
      schemas.set(value, { module: `#domain/${file}`, name, type: type.exec(source)?.[1] });
    }
  }
  return schemas;
}
