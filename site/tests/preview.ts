import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { site, vitepress } from "./built-site.ts";

/** The built site on a port of its own. */
export interface Preview {
  readonly url: string;
  stop(): void;
}

export async function servePreview(): Promise<Preview> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn("node", [vitepress, "preview", site, "--port", String(port)], { stdio: "ignore" });
  while (!(await fetch(url).catch(() => null))?.ok) await pause(50);
  return { url, stop: () => void server.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
