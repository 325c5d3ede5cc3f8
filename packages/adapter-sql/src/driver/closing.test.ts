import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import type { Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
const servers = ["postgres", "mysql"] as const;

/** The last message of a server that forces a connection to end. */
const lastWords = {
  postgres: Buffer.from("E\0\0\0\x25SFATAL\0C57P01\0Mterminating connection\0\0", "latin1"),
  mysql: Buffer.from("\x17\0\0\0\xff\x1d\x04#08S01ended by force", "latin1"),
};
const goodbye = { postgres: Buffer.from([0x58, 0, 0, 0, 4]), mysql: Buffer.from([1, 0, 0, 0, 1]) };
lastWords.postgres.writeUInt32BE(lastWords.postgres.length - 1, 1);
lastWords.mysql.writeUIntLE(lastWords.mysql.length - 4, 0, 3);

for (const type of servers)
  describe.skipIf(services[type] === null)(`closing while ${type} ends connections by force`, () => {
    let fresh: FreshDatabase;
    let proxy: Server;
    let database: KyselyDatabase;
    const sockets: Socket[] = [];
    const uncaught: unknown[] = [];
    const note = (error: unknown): unknown => uncaught.push(error);
    /** Forces the connections to end when the client closes them, or now. */
    const end = (socket: Socket): void => {
      socket.write(lastWords[type], () => socket.resetAndDestroy());
    };

    beforeEach(async () => {
      fresh = await freshDatabase(type, services);
      const target = new URL(fresh.place);
      const { port, hostname } = target;
      proxy = createServer((socket) => {
        sockets.push(socket);
        const server = connect(Number(port), hostname);
        for (const each of [socket, server]) each.on("error", () => undefined);
        socket.on("close", () => server.destroy());
        server.on("data", (chunk) => socket.writable && socket.write(chunk));
        socket.on("data", (chunk) => {
          if (chunk.equals(goodbye[type as "postgres"])) end(socket);
          else server.write(chunk);
        });
      }).listen(0, "127.0.0.1");
      await once(proxy, "listening");
      target.port = String((proxy.address() as AddressInfo).port);
      target.hostname = "127.0.0.1";
      database = type === "postgres" ? postgres(target.href) : mysql(target.href);
      await (await planMigration(database, schema)).apply();
      process.on("uncaughtException", note);
    });
    afterEach(async () => {
      process.off("uncaughtException", note);
      proxy.close();
      await fresh.drop();
    });

    it.each([
      ["at the goodbye of idle ones", async () => database.close()],
      [
        "just before",
        async () => {
          for (const socket of sockets) end(socket);
          await database.close();
        },
      ],
      [
        "just after, twice",
        async () => {
          const closing = database.close();
          for (const socket of sockets) if (socket.writable) socket.write(lastWords[type]);
          for (const socket of sockets) end(socket);
          await closing;
        },
      ],
      [
        "while statements run",
        async () => {
          const db = database.connect(schema);
          const running = Array.from({ length: 4 }, () => db.count(userModel, {}).catch(() => null));
          const closing = database.close();
          for (const socket of sockets) end(socket);
          await Promise.all([...running, closing]);
        },
      ],
    ])("%s, throws nothing in the process", async (_, close) => {
      const db = database.connect(schema);
      await Promise.all(Array.from({ length: 4 }, () => db.count(userModel, {})));
      await close().catch(() => undefined);
      await Promise.all(sockets.splice(0).map((socket) => (socket.destroyed ? null : once(socket, "close"))));
      await new Promise((resolve) => setImmediate(resolve));
      expect(uncaught.splice(0)).toEqual([]);
    });
  });
