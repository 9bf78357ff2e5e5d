// Go's own half of an engine that it compiles for browsers; the build replaces the name with it.
declare module "wasm_exec" {}

/** A run of the engine. */
declare class Go {
  argv: string[];
  env: Record<string, string>;
  exit: (code: number) => void;
  readonly importObject: WebAssembly.Imports;
  /** Runs until the engine ends. */
  run(instance: WebAssembly.Instance): Promise<void>;
}
