/**
 * Writes many faults into one source file, each behind a switch: an expression becomes
 * `(fault$(7) ? (with the fault) : (as it is))`, and what is worked out as the file is loaded can be
 * set anew by `constant$`. So the file is loaded once for all of its faults.
 */
import { parseSync } from 'vite';

/** A source file with one fault in it, and the number by which it is switched on. */
export interface Numbered {
  id: number;
  source: string;
}

interface Switched {
  source: string;
  /** Those that have a switch. */
  ids: ReadonlySet<number>;
  /** Those of them that set a constant: whoever has copied it at the start has it as it was. */
  constants: ReadonlySet<number>;
}

/** Where a fault stands between two ends of a file, and where it is an expression of its own. */
interface Place {
  id: number;
  start: number;
  end: number;
  fault: string;
  /** The fault comes after what is there, and not in place of it. */
  isConstant?: boolean;
}

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Puts a switch for each of the faults into the source of their file. */
export function switchFaults(source: string, faults: readonly Numbered[]): Switched {
  const whole = expressionsIn(source);
  const places = faults
    .map((fault) => placeOf(source, whole, fault))
    .filter((place) => place !== undefined);
  const ids = new Set(places.map(({ id }) => id));
  const constants = faults
    .filter(({ id }) => !ids.has(id))
    .map((fault) => constantOf(source, fault))
    .filter((constant) => constant !== undefined);
  return {
    source: written(source, 0, source.length, [...places, ...constants]),
    ids: new Set([...ids, ...constants.map(({ id }) => id)]),
    constants: new Set(constants.map(({ id }) => id)),
  };
}

/** `const A = 1;` as `let A = 1; constant$(7, () => A, (value) => { A = value }, () => (77));` */
function constantOf(source: string, fault: Numbered): Place | undefined {
  const { start, end, longer } = difference(source, fault.source);
  const around = (one: Constant) => one.value.start <= start && one.value.end >= end;
  const found = constantsIn(source).find(around);
  const there = constantsIn(fault.source).find((one) => one.start === found?.start);
  if (!found || there?.value.end !== found.value.end + longer) return undefined;
  const { name } = found;
  const value = fault.source.slice(there.value.start, there.value.end);
  return {
    ...found,
    id: fault.id,
    fault: ` constant$(${fault.id}, () => ${name}, (value) => { ${name} = value }, () => (${value}));`,
    isConstant: true,
  };
}

interface Constant extends Node {
  name: string;
  value: Node;
}

/** The constants of a file that are declared alone, outside of functions. */
function constantsIn(source: string): Constant[] {
  const { program } = parseSync('file.ts', source);
  return program.body.flatMap((statement) => {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    const [{ id, init } = {}, ...more] = declaration.declarations;
    if (id?.type !== 'Identifier' || !init || more.length > 0) return [];
    const { type, start, end } = declaration;
    return [{ type, start, end, name: id.name, value: init }];
  });
}

/** The smallest expression around the fault that is one with the fault, too. */
function placeOf(source: string, whole: readonly Node[], fault: Numbered): Place | undefined {
  const { start, end, longer } = difference(source, fault.source);
  const around = whole.filter(
    (one) => one.start <= start && one.end >= end && one.type !== 'Identifier',
  );
  around.sort((a, b) => a.end - a.start - (b.end - b.start));
  const there = new Set(expressionsIn(fault.source).map((one) => `${one.start}-${one.end}`));
  const node = around.find((one) => there.has(`${one.start}-${one.end + longer}`));
  return (
    node && {
      id: fault.id,
      start: node.start,
      end: node.end,
      fault: fault.source.slice(node.start, node.end + longer),
    }
  );
}

function difference(a: string, b: string) {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let same = 0;
  while (same < most - start && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return { start, end: a.length - same, longer: b.length - a.length };
}

/** The text from start to end with the switches of the places within it, outer ones first. */
function written(source: string, start: number, end: number, places: readonly Place[]): string {
  const outer = places
    .filter((one) => one.start >= start && one.end <= end)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let text = '';
  let at = start;
  for (const place of outer) {
    if (place.start < at) continue;
    const here = outer.filter((one) => one.start === place.start && one.end === place.end);
    const inner = outer.filter((one) => !here.includes(one));
    const plain = written(source, place.start, place.end, inner);
    text +=
      source.slice(at, place.start) + (place.isConstant ? set(plain, here) : choice(plain, here));
    at = place.end;
  }
  return text + source.slice(at, end);
}

function choice(plain: string, places: readonly Place[]): string {
  return places.reduce(
    (rest, { id, fault }) => `(fault$(${id}) ? (${fault}) : ${rest})`,
    `(${plain})`,
  );
}

function set(plain: string, places: readonly Place[]): string {
  return plain.replace('const', 'let') + places.map(({ fault }) => fault).join('');
}

const EXPRESSION =
  /^(?:Array|Arrow\w+|Assignment|Await|Binary|Call|Chain|Conditional|Logical|Member|New|Object|Parenthesized|TaggedTemplate|TSAs|TSSatisfies|Unary)Expression$|^(?:Identifier|Literal|TemplateLiteral)$/;
/** They have JavaScript in them, though their names are those of types. */
const WITH_PROGRAM = /^TS(?:As|Satisfies|NonNull)Expression$/;
const FUNCTION = /^(?:Arrow|Function)/;

/** All expressions within functions that another expression may stand in place of. */
function expressionsIn(source: string): Node[] {
  const found: Node[] = [];
  const { program } = parseSync('file.ts', source);
  walk(program as unknown as Node, { parent: '', key: '', isRun: false, isChained: false }, found);
  return found;
}

interface Around {
  parent: string;
  key: string;
  /** Within a function: it is worked out when that is called, and not once for all. */
  isRun: boolean;
  /** Before a `?.`, which leaves out all that follows. */
  isChained: boolean;
}

function walk(node: Node, around: Around, found: Node[]): void {
  const { type } = node;
  if (isNoProgram(type)) return;
  if (around.isRun && EXPRESSION.test(type) && mayBeReplaced(type, around)) found.push(node);
  const isRun = around.isRun || FUNCTION.test(type);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation') continue;
    const isChained =
      type === 'ChainExpression' || (around.isChained && (key === 'object' || key === 'callee'));
    const below = { parent: type, key, isRun, isChained };
    for (const one of [value].flat()) if (isNode(one)) walk(one, below, found);
  }
}

function isNoProgram(type: string): boolean {
  return type === 'ImportDeclaration' || (type.startsWith('TS') && !WITH_PROGRAM.test(type));
}

function mayBeReplaced(type: string, { parent, key, isChained }: Around): boolean {
  if (isChained || key === 'quasi' || key === 'source') return false;
  // What is called on an object must stay on it; what is written to is no value.
  if (type === 'MemberExpression' || type === 'ChainExpression')
    if (/^(?:callee|tag|left|argument)$/.test(key)) return false;
  return !(key === 'key' && (parent === 'Property' || parent.endsWith('Definition')));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
