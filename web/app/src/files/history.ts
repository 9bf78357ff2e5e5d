// Earlier versions of the user's files. They are in IndexedDB; without it everything works, but no versions are kept.

/** An earlier version of a file: its text up to a time, why it was replaced then (empty: by typing), and the name that somebody has given it. */
export interface Version { id: number; file: string; time: number; text: string; why: string; title: string }

/** How many versions of a file are kept, besides those with a name. */
const most = 50;
/** Typing makes a version after a pause, and without one now and then, in milliseconds. */
const pause = 2 * 60_000, often = 10 * 60_000;
/** How long a browser may take to open its database. */
const patience = 10_000;

export class History {
  /** Whose files these are: those of a link have their own history. */
  scope = "";
  /** Whether this browser keeps versions, as far as was seen. */
  works = true;
  private readonly base = opened();
  /** When each file was last typed into, and when that made a version. */
  private readonly typed = new Map<string, { last: number; kept: number }>();
  /** The last text of each file in which nothing was wrong, since its last version. */
  private readonly sound = new Map<string, string>();

  constructor() { this.base.catch(() => { this.works = false; }); }

  /** A text of a file has been checked, and nothing is wrong in it. */
  isSound(name: string, text: string): void { this.sound.set(name, text); }

  /**
   * Keeps a text that is about to be replaced. Of what is being typed that is only now and then, and then the last text without mistakes, if
   * there was one. Failing that, the work goes on without.
   */
  async keep(name: string, text: string, why: string, title = ""): Promise<void> {
    const now = Date.now();
    if (why === "") {
      const { last, kept } = this.typed.get(name) ?? { last: 0, kept: 0 }, due = title !== "" || now - last >= pause || now - kept >= often;
      this.typed.set(name, { last: now, kept: due ? now : kept });
      if (!due) return;
      if (title === "") text = this.sound.get(name) ?? text;
    }
    this.sound.delete(name);
    await this.changed(name, async (store, keys) => {
      const last = keys.length > 0 ? await done<Version>(store.get(keys.at(-1)!)) : undefined;
      if (last?.text === text) {
        if (title !== "") await done(store.put({ ...last, title }));
        return;
      }
      await done(store.add({ file: this.scope + name, time: now, text, why, title }));
      for (const key of keys.slice(0, Math.max(0, keys.length + 1 - most))) if ((await done<Version>(store.get(key))).title === "") await done(store.delete(key));
    });
  }

  /** The versions of a file, the latest first. */
  async of(name: string): Promise<Version[]> {
    const list: Version[] = [];
    await this.changed(name, async (store, keys) => { for (const key of keys) list.unshift(await done<Version>(store.get(key))); });
    return list;
  }

  /** Gives a version a name. */
  async name(v: Version, title: string): Promise<void> {
    await this.changed(v.file.slice(this.scope.length), async (store) => { await done(store.put({ ...v, title })); });
  }

  /** Hands the versions of a file on to another name. */
  async rename(from: string, to: string): Promise<void> {
    await this.changed(from, async (store, keys) => { for (const key of keys) await done(store.put({ ...await done<Version>(store.get(key)), file: this.scope + to })); });
  }

  /** The names of all files that have versions. */
  async files(): Promise<string[]> {
    const names: string[] = [];
    await this.base.then((b) => new Promise<void>((resolve, reject) => {
      const walk = b.transaction("versions").objectStore("versions").index("file").openKeyCursor(null, "nextunique");
      walk.onerror = () => reject(walk.error);
      walk.onsuccess = () => {
        if (!walk.result) return resolve();
        if (String(walk.result.key).startsWith(this.scope)) names.push(String(walk.result.key).slice(this.scope.length));
        walk.result.continue();
      };
    })).catch(() => undefined);
    return names;
  }

  /** Does something with the versions of a file, of which the keys ascend, in one transaction. */
  private async changed(name: string, act: (store: IDBObjectStore, keys: IDBValidKey[]) => Promise<void>): Promise<void> {
    try {
      const store = (await this.base).transaction("versions", "readwrite").objectStore("versions");
      await act(store, await done(store.index("file").getAllKeys(this.scope + name)));
    } catch {
      this.works = false;
    }
  }
}

async function opened(): Promise<IDBDatabase> {
  const late = new Promise<never>((_, reject) => { setTimeout(() => reject(new Error("the database doesn't open")), patience); });
  const request = indexedDB.open("rulec");
  request.onupgradeneeded = () => { request.result.createObjectStore("versions", { keyPath: "id", autoIncrement: true }).createIndex("file", "file"); };
  return Promise.race([done(request), late]);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
