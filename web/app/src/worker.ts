import "wasm_exec";

declare const rulec: (what: string, file: string, n: number) => string;

async function start(): Promise<void> {
  const file = await fetch("rulec.wasm.gz");
  if (!file.ok || !file.body) throw new Error(`rulec.wasm.gz: ${file.status}`);
  const plain = file.body.pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(
    new Response(plain, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  void go.run(instance);
  self.postMessage("ready");
}

self.onmessage = (e: MessageEvent<[string, string, number]>) => {
  const began = performance.now();
  const text = rulec(...e.data);
  self.postMessage(`${e.data.join(" ")}: ${Math.round(performance.now() - began)} ms\n${text}`);
};

start().catch((err: unknown) => self.postMessage(String(err)));
