// Plays commands of rulec.wasm, compiled once:  node wasi.mjs RULEC.WASM FOLDER <COMMANDS
// Each line of the input is a command; what line N prints goes to FOLDER/N.
import fs from "node:fs";
import process from "node:process";
import { WASI } from "node:wasi";

const [program, folder] = process.argv.slice(2);
const compiled = await WebAssembly.compile(fs.readFileSync(program));

const commands = fs.readFileSync(0, "utf8").split("\n").filter((line) => line);
for (const [n, command] of commands.entries()) {
  const out = fs.openSync(`${folder}/${n + 1}`, "w");
  const wasi = new WASI({
    version: "preview1",
    args: ["rulec", ...command.split(" ")],
    env: { PWD: "/" },
    preopens: { "/": process.cwd() },
    stdout: out,
  });
  const imports = wasi.getImportObject();
  // Called directly, V8's fast calls crash node now and then (nodejs/node#53087).
  for (const calls of Object.values(imports))
    for (const [name, call] of Object.entries(calls)) calls[name] = (...args) => call(...args);
  const code = wasi.start(await WebAssembly.instantiate(compiled, imports));
  fs.writeSync(out, `exit ${code}\n`);
  fs.closeSync(out);
}
