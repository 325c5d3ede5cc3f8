import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, vi } from "vitest";
import { makeSeed, type Seed } from "./seed.ts";
import { type Server, World } from "./world.ts";

/** Fixtures of a test file with better-auth and Keyhold over one database. */
export interface Stage {
  /** Answers for every provider and every library. */
  readonly idp: IdentityProvider;
  readonly seed: Seed;
  /** Works with a server, and closes it. */
  inWorld<T>(server: Server, options: InWorldOptions, work: (world: World) => Promise<T>): Promise<T>;
}

export interface InWorldOptions {
  /** The server's database file. */
  readonly place: string;
  readonly isKept?: boolean;
  readonly known?: World["known"];
}

/** Sets the stage before the first test of a file, and clears it after the last one. */
export function useStage(): Stage {
  let idp: IdentityProvider;
  let seed: Seed;
  const realFetch = globalThis.fetch;
  beforeAll(async () => {
    // better-auth writes unexpected errors there.
    vi.spyOn(console, "error").mockImplementation(() => {});
    idp = await startIdentityProvider();
    // better-auth sends requests to providers by this function and takes no other.
    globalThis.fetch = (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input);
      return hostname === "127.0.0.1" ? realFetch(input, init) : idp.fetch(input, init);
    };
    seed = await makeSeed(idp);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    globalThis.fetch = realFetch;
    await idp.stop();
    seed.drop();
  });
  return {
    get idp() {
      return idp;
    },
    get seed() {
      return seed;
    },
    async inWorld(server, { place, isKept = false, known = {} }, work) {
      const world = new World({ server, seed, place, isKept, known, idp });
      try {
        return await work(world);
      } finally {
        await world.close();
      }
    },
  };
}
