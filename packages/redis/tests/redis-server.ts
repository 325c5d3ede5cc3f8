import { rmSync } from "node:fs";
import { join } from "node:path";
import { type RedisNode, startNode } from "../../../tests/harness/redis/redis-node.ts";

/** A Redis for a test, to be killed, stopped and restarted on a fixed port. */
export interface RedisServer extends Pick<RedisNode, "kill" | "freeze" | "thaw" | "remove"> {
  readonly url: string;
  /** Writes the data to disk, as a server does periodically. */
  save(): Promise<void>;
  /** Restarts the server, with the last saved data or empty. */
  restart(data: "old data" | "no data"): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const node = await startNode();
  return {
    ...node,
    url: `redis://127.0.0.1:${node.port}`,
    async save() {
      node.ask("save");
    },
    async restart(data) {
      await node.kill();
      if (data === "no data") rmSync(join(node.folder, "dump.rdb"), { force: true });
      await node.restart();
    },
  };
}
