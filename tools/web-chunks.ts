import { basename, dirname, extname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../web/routes.ts';
import { root } from './run.ts';

/** What rolldown tells of the modules of a build. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null;
}

/** A screen or a layout, and the place under which its small parts are kept. */
interface Screen {
  file: string;
  place: string;
}

/** Modules below it (bytes of source) cost a phone less than one more request. */
const SMALL = 12_000;
/** What more screens load, nearly all do by other modules. */
const FEW_SCREENS = 5;

const [ROOT, APP, SITE, VISITORS] = ['root', 'app', 'site', 'visitors'] as const;
const DEVELOPERS = 'developers';
/** Around every signed-in screen. */
const SIGNED_IN = 'start/signed-in-layout.tsx';
const AROUND = ['root.tsx', SIGNED_IN];
const PUBLIC: ReadonlySet<string> = new Set([SITE, VISITORS, DEVELOPERS]);
/** Who opens one of these screens of a request opens the others. */
const TICKETS = 'tickets';
const OF_TICKETS = ['discussions', 'decisions', 'roadmap-page'];

/** Libraries that every screen loads, and those that everybody loads who is signed in. */
const OF_ALL = ['react', 'react-dom', 'react-router', 'lucide-react', 'clsx', 'tailwind-merge'];
const OF_SIGNED_IN = [...OF_ALL, '@tanstack/react-query'];
/** Its part of Radix is in the chunk `framework`, and those of all three are loaded by all who are signed in. */
const BUTTON = /\/ui\/button\.tsx$/;
const COMMON = /\/ui\/(button|dialog|avatar)\.tsx$/;

/**
 * Names the chunks of a build: few files instead of many small ones. By default all modules that the
 * same screens load are a chunk: fifty screens make two hundred, most of a kilobyte. The small ones go
 * together by the places of the screens that load them, and so does what every signed-in screen loads.
 * What two places load goes with it; with the site, it goes with what everybody loads. Large parts are
 * apart, and so are those that bring a library which not all of them have, with its name. A chunk imports
 * none but chunks of more places. Only a screen's file and its large part import each other, where icons of
 * the part alone are in the file: no module may use an icon while it loads.
 */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    names ??= namesIn(graph);
    return names.get(id) ?? null;
  };
}

function namesIn(graph: Graph): Map<string, string> {
  const screens = [
    { file: 'root.tsx', place: ROOT },
    ...screensOf(routes as RouteConfigEntry[], APP),
  ];
  const loadedBy = new Map<string, Screen[]>();
  for (const screen of screens) {
    for (const id of loadedWith(join(root, 'web', screen.file), graph))
      loadedBy.set(id, [...(loadedBy.get(id) ?? []), screen]);
  }
  const shared = [...loadedBy].filter(([, by]) => by.length > 1);
  const together = Map.groupBy(shared, ([, by]) => by.map(({ file }) => file).join());
  const names = [...together.values()].flatMap((modules) => {
    const ids = modules.map(([id]) => id);
    const by = modules[0]?.[1] ?? [];
    const places = new Set(by.map(({ place }) => place));
    const isSmall = ids.reduce((sum, id) => sum + sizeOf(id, graph), 0) < SMALL;
    const isEverywhere = by.some(({ file }) => file === SIGNED_IN) || by.length > FEW_SCREENS;
    const own = ids.toSorted((a, b) => sizeOf(b, graph) - sizeOf(a, graph))[0] ?? '';
    const isAround = by.some(({ file }) => AROUND.includes(file));
    return ids.map((id): [string, string] => {
      if (!isSmall && !isEverywhere) return [id, basename(own, extname(own))];
      if (sizeOf(id, graph) >= SMALL && !isAround) return [id, basename(id, extname(id))];
      return [id, commonName(id, places, graph)];
    });
  });
  return new Map(names);
}

/** The file of a small module: of the places that load it, and of the libraries that it brings. */
function commonName(id: string, places: ReadonlySet<string>, graph: Graph): string {
  const hasLibraries = librariesOf(id, graph, BUTTON).some((one) => !OF_ALL.includes(one));
  const name = nameOf(places, hasLibraries);
  const isPublic = [...PUBLIC].some((place) => name.includes(place));
  const known = isPublic ? OF_ALL : OF_SIGNED_IN;
  const more = new Set(
    librariesOf(id, graph, isPublic ? BUTTON : COMMON).filter((one) => !known.includes(one)),
  );
  // Through its index it is all of its parts, or only a small one.
  if (more.has('radix-ui')) return basename(id, extname(id));
  return [name, ...[...more].toSorted().map((one) => basename(one))].join('-with-');
}

function screensOf(entries: readonly RouteConfigEntry[], frame: string): Screen[] {
  return entries.flatMap(({ file, children }) => {
    const around = file === 'start/public-layout.tsx' ? SITE : frame;
    const place = children ? around : placeOf(file, around);
    return [{ file, place }, ...screensOf(children ?? [], around)];
  });
}

/** The folder of a screen; those in `web/start` put parts of other folders together. */
function placeOf(file: string, frame: string): string {
  const folder = dirname(file).split('/')[0] ?? '';
  const name = folder === 'start' ? basename(file, '.tsx') : folder;
  if (OF_TICKETS.includes(name)) return TICKETS;
  // Few others come to them.
  if (file.startsWith('site/developers/')) return DEVELOPERS;
  return frame === SITE && folder !== SITE ? VISITORS : name;
}

function nameOf(places: ReadonlySet<string>, hasLibraries: boolean): string {
  const visited = [...places].filter((place) => PUBLIC.has(place)).toSorted();
  const signedIn = [...places].filter((place) => !PUBLIC.has(place) && place !== ROOT).toSorted();
  const isBoth = signedIn.length > 0 && visited.length > 0;
  const isEverywhere = places.has(APP) || signedIn.length >= 2 || isBoth;
  if (places.has(ROOT) || (isEverywhere && places.has(SITE) && !hasLibraries)) return ROOT;
  if (isEverywhere) return visited.length > 0 ? `${APP}-and-${VISITORS}` : APP;
  return [...signedIn, ...visited].join('-and-');
}

/**
 * A module of ours, and all of ours that come with it. What comes through the index of a library cannot
 * be told from here: the index names all of the library.
 */
function loadedWith(first: string, graph: Graph): Set<string> {
  const found = new Set([first]);
  for (const id of found) {
    for (const imported of importsOf(id, graph))
      if (libraryOf(imported) === null) found.add(imported);
  }
  return found;
}

/** @param without modules whose own libraries do not count */
function librariesOf(id: string, graph: Graph, without: RegExp): string[] {
  return [...loadedWith(id, graph)]
    .filter((own) => !without.test(own))
    .flatMap((own) => importsOf(own, graph).flatMap((imported) => libraryOf(imported) ?? []));
}

const libraryOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;

const importsOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.importedIds ?? [];

const sizeOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.code?.length ?? 0;
