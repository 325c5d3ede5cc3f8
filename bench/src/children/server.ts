import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCalls } from "../calls.ts";
import type { ContenderName, HashChoice } from "../contenders/contender.ts";
import { openContender } from "../contenders/index.ts";

const [name, file, hash, hashesAtOnce] = process.argv.slice(2) as [ContenderName, string, HashChoice, string];
const contender = await openContender(name, {
  file,
  hash,
  hashesAtOnce: Number(hashesAtOnce),
});
const server = createServer(contender.listener);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const methods = {
  port: () => (server.address() as AddressInfo).port,
  migrate: () => contender.migrate(),
  /** All threads of this process since its start, in milliseconds: event loop, collector, thread pool. */
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  residentMiB: () => process.memoryUsage.rss() / 1024 / 1024,
};
export type ServerMethods = typeof methods;

answerCalls(methods);
