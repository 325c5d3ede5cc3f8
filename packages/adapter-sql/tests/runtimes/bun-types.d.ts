/** The used part of Bun: the types of Bun would change those of Node in the whole program. */
declare module "bun:sqlite" {
  import type { SqliteLike } from "@keyhold/adapter-sql/sqlite";

  export class Database implements SqliteLike {
    constructor(path: string);
    prepare: SqliteLike["prepare"];
    exec(sql: string): unknown;
    close(): void;
  }
}

interface BunServer {
  readonly url: URL;
  requestIP(request: Request): { readonly address: string } | null;
}

declare const Bun: {
  serve(options: {
    readonly hostname: string;
    readonly port: number;
    fetch(request: Request, server: BunServer): Promise<Response>;
  }): BunServer;
};
