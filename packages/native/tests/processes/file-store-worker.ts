import { once } from "node:events";
import { fileStore } from "../../src/node/file-store.ts";

/** A process of a program: it is ready, waits for its message, changes the file, and ends. */

const [task = "", path = "", caller = ""] = process.argv.slice(2);
const store = fileStore(path);

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  async "own items"() {
    for (let turn = 0; turn < 10; turn += 1) await store.set(`item-${caller}`, `${turn} of ${caller}`);
  },
  async "one item"() {
    const item = Array.from({ length: 1000 }, () => caller).join(" ");
    for (let turn = 0; turn < 5; turn += 1) await store.set("session", item);
  },
  async remove() {
    await store.remove("session");
  },
};

if (task === "remove") await store.get("session");
process.send?.("ready");
await once(process, "message");
await tasks[task]?.();
process.disconnect();
