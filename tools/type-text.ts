import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** A schema that domain/ exports, and the type there that is made of it, if there is one. */
interface Named {
  module: string;
  name: string;
  type: string | undefined;
}

type Io = 'input' | 'output';
type Json = z.core.JSONSchema.JSONSchema;

/** Writes schemas as TypeScript; what domain/ has a name for goes by that name. */
export class TypeText {
  readonly #named = new Map<string, Named>();
  readonly #registry = z.registry<{ id: string }>();
  readonly #imports = new Set<string>();

  static async open(): Promise<TypeText> {
    const text = new TypeText();
    const folder = path.join(import.meta.dirname, '../domain');
    for await (const file of glob('*.ts', { cwd: folder, exclude: ['*.test.ts'] })) {
      const source = await readFile(path.join(folder, file), 'utf8');
      const exported: Record<string, unknown> = await import(path.join(folder, file));
      for (const [name, value] of Object.entries(exported)) {
        if (!(value instanceof z.ZodType)) continue;
        const alias = new RegExp(`export type (\\w+) = z\\.(?:infer|output)<typeof ${name}>`);
        text.#registry.add(value, { id: name });
        text.#named.set(name, { module: `#domain/${file}`, name, type: alias.exec(source)?.[1] });
      }
    }
    return text;
  }

  /** The type of what is sent (`input`) or of what comes back (`output`). */
  of(schema: z.ZodType, io: Io): string {
    // Within another schema it would be referred to by its name.
    const { items } = z.toJSONSchema(z.array(schema), {
      io,
      metadata: this.#registry,
      unrepresentable: 'any',
    });
    return this.#print(items as Json, io);
  }

  /** The imports that what was written so far needs. */
  imports(): string {
    return [...this.#imports].sort().join('\n');
  }

  #refer({ module, name, type }: Named, io: Io): string {
    const isAlias = io === 'output' && type !== undefined;
    this.#imports.add(`import type { ${isAlias ? type : name} } from '${module}';`);
    return isAlias ? type : `z.${io}<typeof ${name}>`;
  }

  #print(json: Json, io: Io): string {
    const print = (each: unknown) => this.#print(each as Json, io);
    const named = this.#named.get(json.$ref?.split('/').at(-1) ?? '');
    if (named) return this.#refer(named, io);
    if (json.const !== undefined) return JSON.stringify(json.const);
    if (json.enum) return json.enum.map((each) => JSON.stringify(each)).join(' | ');
    if (json.anyOf) return `(${[...new Set(json.anyOf.map(print))].join(' | ')})`;
    if (json.items) return `Array<${print(json.items)}>`;
    if (json.properties) {
      const members = Object.entries(json.properties).map(
        ([name, each]) => `${name}${json.required?.includes(name) ? '' : '?'}: ${print(each)}`,
      );
      return members.length > 0 ? `{ ${members.join('; ')} }` : 'object';
    }
    const types = [json.type ?? 'unknown'].flat();
    return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ');
  }
}
