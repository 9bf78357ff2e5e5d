// The worker in which the engine runs: it loads the engine, and passes on questions and answers.
import "wasm_exec";
import { XzReadableStream } from "xz-decompress";

declare global {
  /** Set by the engine: answers a question. */
  var rulecAnswer: (kind: string, question: string) => string;
  /** Called by the engine when it is ready for questions. */
  var rulecReady: () => void;
  /** Called by the engine when someone has thought ahead, in the middle of an answer. */
  var rulecThought: () => void;
}

/** The page's messages: first a compiled module, if there is one, then questions. */
type Message = { module?: WebAssembly.Module } | { number: number; kind: string; question: string };

globalThis.rulecThought = () => self.postMessage({ thought: true });

async function load(module?: WebAssembly.Module): Promise<void> {
  const go = new Go();
  const ready = new Promise<void>((resolve) => { globalThis.rulecReady = resolve; });
  let compiled = module;
  let instance: WebAssembly.Instance;
  if (compiled) {
    instance = await WebAssembly.instantiate(compiled, go.importObject);
  } else {
    const file = await fetch("rulec.wasm.xz");
    if (!file.ok || !file.body) throw new Error(`can't load rulec.wasm.xz (${file.status})`);
    const of = Number(file.headers.get("Content-Length")) || 0;
    let loaded = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, on) {
        self.postMessage({ loaded: loaded += piece.length, of });
        on.enqueue(piece);
      },
    });
    // Decompressed piece by piece, while the pieces so far are compiled.
    const plain = new XzReadableStream(file.body.pipeThrough(counted));
    const both = await WebAssembly.instantiateStreaming(
      new Response(plain, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
    ({ module: compiled, instance } = both);
  }
  void go.run(instance);
  await ready;
  self.postMessage({ ready: true, module: module ? undefined : compiled });
}

self.onmessage = (e: MessageEvent<Message>) => {
  const m = e.data;
  if ("number" in m) {
    self.postMessage({ number: m.number, answer: globalThis.rulecAnswer(m.kind, m.question) });
    return;
  }
  load(m.module).catch((err: unknown) => self.postMessage({ failed: String(err) }));
};
