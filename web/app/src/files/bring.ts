// What somebody brings along or takes away: files, folders and zips.
import { strToU8, unzipSync, zipSync } from "fflate";
import type { SourceFile } from "../engine/protocol";
import { inWords, most } from "./project";

/** Files with their paths, and what was left out of what was brought, with the reasons. */
export interface Brought { files: SourceFile[]; left: string[] }

/** How many files are looked at in a folder. */
const mostLooked = 2000;
/** How long a zip may be. */
const mostZip = 64 << 20;

const rules = /\.(ya?ml|md)$/;
/** Files and folders that systems hide, or that macOS puts into zips. */
const hidden = /(^|\/)(\.(?!\.?\/)|__MACOSX(\/|$))/;

/** Reads what was dropped, or chosen with an input: rule files, in folders and zips, too. */
export async function brought(from: DataTransfer | Iterable<File>): Promise<Brought> {
  const found: Brought = { files: [], left: [] };
  for (const [path, file] of await listed(from, found.left)) {
    const zip = /\.zip$/i.test(path), why = zip ? tooLong(file.size, mostZip) : reason(path, file.size);
    if (why !== "") found.left.push(`${path}: ${why}`);
    else if (zip) unpack(path, new Uint8Array(await file.arrayBuffer()), found);
    else add(path, new Uint8Array(await file.arrayBuffer()), found);
  }
  return found;
}

/** Packs files into a zip. */
export function packed(files: SourceFile[]): Blob {
  return new Blob([zipSync(Object.fromEntries(files.map((f) => [f.name, strToU8(f.text)]))) as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

const tooLong = (size: number, limit: number): string => (size > limit ? `it is longer than ${inWords(limit)}` : "");

/** Why a file isn't taken; empty means that it is. */
function reason(path: string, size: number): string {
  if (hidden.test(path)) return "it is hidden";
  return rules.test(path) ? tooLong(size, most.one) : "it is no rules: their names end in .yaml, .yml or .md";
}

function unpack(zip: string, data: Uint8Array, found: Brought): void {
  let all = 0;
  try {
    const files = unzipSync(data, { filter: ({ name, originalSize }) => {
      if (name.endsWith("/")) return false; // a folder
      const why = reason(name, originalSize) || tooLong(all + originalSize, most.all).replace("it is", "all of them are");
      if (why !== "") found.left.push(`${name}: ${why}`);
      else all += originalSize;
      return why === "";
    } });
    for (const [path, text] of Object.entries(files)) add(path, text, found);
  } catch (err) {
    found.left.push(`${zip}: it is no zip that can be read (${err instanceof Error ? err.message : String(err)})`);
  }
}

/** Adds a file, if it is text: UTF-8, or the UTF-16 that Windows writes. */
function add(path: string, data: Uint8Array, found: Brought): void {
  const encoding = data[0] === 0xff && data[1] === 0xfe ? "utf-16le" : data[0] === 0xfe && data[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(data).replaceAll("\r\n", "\n");
    const name = path.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");
    if (found.files.some((f) => f.name === name)) found.left.push(`${path}: another one has the same name`);
    else found.files.push({ name, text });
  } catch {
    found.left.push(`${path}: it isn't text`);
  }
}

/** All files, with their paths. */
async function listed(from: DataTransfer | Iterable<File>, left: string[]): Promise<[path: string, file: File][]> {
  if (!(from instanceof DataTransfer)) return [...from].map((file) => [file.webkitRelativePath || file.name, file]);
  // The entries have to be asked for before anything is waited for.
  const entries = [...from.items].filter((i) => i.kind === "file").map((i) => i.webkitGetAsEntry() ?? i.getAsFile());
  const all: [string, File][] = [];
  for (const e of entries) {
    if (e instanceof File) all.push([e.name, e]);
    else if (e) await below(e, all, left);
  }
  return all;
}

async function below(entry: FileSystemEntry, all: [string, File][], left: string[]): Promise<void> {
  const path = entry.fullPath.slice(1);
  if (all.length >= mostLooked) throw new Error(`There are more than ${mostLooked} files in it: take a smaller folder.`);
  if (entry.isFile) {
    all.push([path, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]);
  } else if (hidden.test(path)) {
    left.push(`${path}: it is hidden`);
  } else {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const some = (): Promise<FileSystemEntry[]> => new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at a time
    for (let part = await some(); part.length > 0; part = await some()) for (const e of part) await below(e, all, left);
  }
}
