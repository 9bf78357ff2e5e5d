// Links: the content of the page, packed into the part of the address after #, which no server sees.
import type { SourceFile } from "./engine/protocol";

/** The content of a link. */
export interface Shared {
  /** The version of the engine and of the language, and the hash of the rules of the fight. */
  engine: string;
  language: number;
  rules?: string;
  files: SourceFile[];
  open: string;
  fight?: { file: string; case: string; seed?: string; trial?: string; event: number; hash: string };
}

const form = "1.";

/** The maximum length of a text unpacked from a link. */
const most = 4 << 20;

async function through(data: Uint8Array<ArrayBuffer>, by: GenericTransformStream, limit: number): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough<Uint8Array>(by as ReadableWritablePair<Uint8Array, BufferSource>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new Error("the link contains more than this page accepts");
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}

/** Packs the content into the part of a link after #. */
export async function pack(x: Shared): Promise<string> {
  const data = new TextEncoder().encode(JSON.stringify(x));
  const packed = await through(data, new CompressionStream("deflate-raw"), most);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return form + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpacks a link; undefined means that it has no content. It fails if the link was cut off or holds something else. */
export async function unpack(hash: string): Promise<Shared | undefined> {
  const text = hash.replace(/^#/, "");
  if (text === "" || text.startsWith("/")) return undefined; // it names a view
  if (!text.startsWith(form)) throw new Error("the link isn't from this page, or it is from a newer one");
  let x: Partial<Shared>;
  try {
    const letters = atob(text.slice(form.length).replaceAll("-", "+").replaceAll("_", "/"));
    const data = await through(Uint8Array.from(letters, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"), most);
    x = JSON.parse(new TextDecoder().decode(data)) as Partial<Shared>;
  } catch (err) {
    throw new Error(`the link is damaged or cut off (${err instanceof Error ? err.message : String(err)})`);
  }
  const files = Array.isArray(x.files) ? x.files.filter((f) => typeof f?.name === "string" && typeof f?.text === "string") : [];
  const shared: Shared = { engine: String(x.engine), language: Number(x.language), files, open: String(x.open ?? "") };
  if (typeof x.rules === "string") shared.rules = x.rules;
  if (x.fight && typeof x.fight.file === "string") {
    shared.fight = { file: x.fight.file, case: String(x.fight.case ?? ""), event: Number(x.fight.event) || 0, hash: String(x.fight.hash ?? "") };
    if (typeof x.fight.seed === "string" && /^\d+$/.test(x.fight.seed)) shared.fight.seed = x.fight.seed;
    if (typeof x.fight.trial === "string" && /^\d+$/.test(x.fight.trial)) shared.fight.trial = x.fight.trial;
  }
  return shared;
}
