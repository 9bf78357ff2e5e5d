// The ways to an engine: over HTTP to the command that has sent the page, or by messages to a worker in which it runs.

/** What engine.json says: which engine the page has, and what is needed to ask it. */
export interface Offer { engine: "native" | "wasm"; token: string; cores: number; folder?: string; writes: boolean; linkBase?: string }

/** What the page is offered; a folder on any server of static files has the engine in it. */
export const offer: Promise<Offer> = fetch("engine.json").then((r) => r.json() as Promise<Offer>);

/** Called while an engine is being loaded into the browser, with how many of its bytes are there. */
export const loading = { heard: (_bytes: number, _of: number): void => undefined };

/** What a way to an engine tells. */
export interface Heard {
  answered: (number: number, text: string) => void;
  /** Somebody has thought ahead once more, or so many fights have been played, in the middle of an answer. */
  goesOn: (news: { thought?: number; played?: number }) => void;
  broken: () => void;
}

/** A way to one engine. Answers come in the order of the questions. */
export interface Transport {
  ask(number: number, kind: string, question: string): void;
  end(): void;
}

/** Opens a way to a new engine. */
export async function connect(heard: Heard): Promise<Transport> {
  const o = await offer;
  return o.engine === "native" ? new Native(o.token, heard) : Worked.start(heard);
}

/** An engine of the command. */
class Native implements Transport {
  private readonly tab = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  private readonly gone = new AbortController();
  private last: Promise<void> = Promise.resolve();
  private readonly leave = (): void => this.end();

  constructor(private readonly token: string, private readonly heard: Heard) { addEventListener("pagehide", this.leave); }

  ask(number: number, kind: string, question: string): void {
    this.last = this.last.then(() => this.answer(number, kind, question)).catch(() => { if (!this.gone.signal.aborted) this.heard.broken(); });
  }

  private post(kind: string, body: string, options: RequestInit): Promise<Response> {
    return fetch(`engine/${this.tab}/${kind}`, { method: "POST", headers: { "Content-Type": "application/json", "X-Rulec-Token": this.token }, body, ...options });
  }

  /** Reads an answer: lines of what has been done so far, then the answer itself. */
  private async answer(number: number, kind: string, question: string): Promise<void> {
    const response = await this.post(kind, question, { signal: this.gone.signal });
    if (response.status === 413) return this.heard.answered(number, JSON.stringify({ error: { message: (await response.text()).trim() } }));
    if (!response.ok || !response.body) throw new Error(await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let line = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      line += part.value;
      for (let end = line.indexOf("\n"); end >= 0; end = line.indexOf("\n")) {
        const text = line.slice(0, end);
        line = line.slice(end + 1);
        if (/^\{"(thought|played)":\d+\}$/.test(text)) this.heard.goesOn(JSON.parse(text) as { thought?: number; played?: number });
        else return this.heard.answered(number, text);
      }
    }
    throw new Error("the answer ends before it is there");
  }

  end(): void {
    if (this.gone.signal.aborted) return;
    removeEventListener("pagehide", this.leave);
    this.gone.abort();
    void this.post("end", "{}", { keepalive: true }).catch(() => undefined);
  }
}

type Message = { loaded?: number; of?: number; ready?: boolean; module?: WebAssembly.Module; failed?: string; number?: number; answer?: string; thought?: boolean };

/** An engine in a worker. */
class Worked implements Transport {
  /** The compiled engine, for further workers. */
  private static module: WebAssembly.Module | undefined;
  private readonly worker = new Worker("worker.js");

  static start(heard: Heard): Promise<Transport> {
    const way = new Worked();
    return new Promise((resolve, reject) => {
      way.worker.onmessage = (e: MessageEvent<Message>) => {
        const m = e.data;
        if (m.ready) {
          Worked.module ??= m.module;
          way.worker.onerror = heard.broken;
          resolve(way);
        } else if (m.loaded !== undefined) {
          loading.heard(m.loaded, m.of ?? 0);
        } else if (m.failed !== undefined) {
          reject(new Error(m.failed));
        } else if (m.thought) {
          heard.goesOn({ thought: 1 });
        } else if (m.number !== undefined) {
          heard.answered(m.number, m.answer ?? "");
        }
      };
      way.worker.onerror = (e) => reject(new Error(e.message || "can't start the engine"));
      way.worker.postMessage({ module: Worked.module });
    });
  }

  ask(number: number, kind: string, question: string): void { this.worker.postMessage({ number, kind, question }); }

  end(): void { this.worker.terminate(); }
}
