// What a file is, as far as its keys tell.

/** The folder of a file, empty at the top, and its name in it. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));
export const baseOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** What a file is, in a few words, and its title. */
export function kindOf(name: string, text: string): string {
  if (name.endsWith(".md")) return "notes";
  const of = (key: string): string | undefined => new RegExp(`^${key}:[ \\t]*["']?([^"'#\\n]*)`, "m").exec(text)?.[1]?.trim();
  const has = (...keys: string[]): boolean => keys.some((k) => of(k) !== undefined);
  const system = (of("extends") ?? "").replace(/^.*\//, "").replace(/\.ya?ml$/, "");
  const kind = has("sequence") ? "fights in a row" : has("combatants", "encounter") ? "fight" : has("extends") ? `house rules for ${system}` : has("cases") && !has("kinds", "parts") ? "cases"
    : has("ruleset") ? "ruleset" : /^[a-z_]+:/m.test(text) ? "part of rules" : text.trim() === "" ? "empty" : "no rules yet";
  const title = of("title");
  return title ? `${kind}: ${title}` : kind;
}

/** Files by folder, those at the top first. */
export function byFolder(names: string[]): [folder: string, names: string[]][] {
  const folders = new Map<string, string[]>();
  for (const name of [...names].sort()) folders.set(folderOf(name), [...(folders.get(folderOf(name)) ?? []), name]);
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
}
