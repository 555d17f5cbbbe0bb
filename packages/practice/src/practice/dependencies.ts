/** The part of the checkout's lock file that a practice directory needs. */

/** One entry of `packages` in a package-lock.json of version 3. */
export interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly bin?: { readonly [command: string]: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
}

export type LockedPackages = { readonly [place: string]: LockedPackage };

/**
 * Every locked package that some names lead to, by its place (`node_modules/typescript`), sorted.
 *
 * @param from where the names are looked up: `""` for the root, or a workspace's folder
 */
export function dependencyClosure(locked: LockedPackages, from: string, names: readonly string[]): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting = names.map((name) => ({ from, name }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = lookUp(locked, next.from, next.name);
    const entry = place === undefined ? undefined : locked[place];
    if (place === undefined || entry === undefined || found.has(place)) continue;
    found.set(place, entry);
    waiting.push(...namesNeededBy(entry).map((name) => ({ from: place, name })));
  }
  return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function namesNeededBy({ dependencies, optionalDependencies, peerDependencies }: LockedPackage): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/** Node's own rule: the nearest `node_modules` upwards that holds the name. */
function lookUp(locked: LockedPackages, from: string, name: string): string | undefined {
  const segments = from === "" ? [] : from.split("/");
  for (let depth = segments.length; depth >= 0; depth -= 1) {
    const place = [...segments.slice(0, depth), "node_modules", name].join("/");
    if (locked[place] !== undefined) return place;
  }
  return undefined;
}

/** The commands of packages at the top of `node_modules`: their name and their script, relative to `node_modules/.bin`. */
export function commandsOf(packages: ReadonlyMap<string, LockedPackage>): ReadonlyMap<string, string> {
  const commands = new Map<string, string>();
  for (const [place, { bin }] of packages) {
    if (place.lastIndexOf("node_modules/") !== 0) continue;
    for (const [command, script] of Object.entries(bin ?? {})) {
      commands.set(command, `../${place.slice("node_modules/".length)}/${script}`);
    }
  }
  return commands;
}
