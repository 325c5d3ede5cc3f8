import { ConfigError } from "@keyhold/core";
import { describe, expect, test } from "vitest";
import type { Difference, Options } from "./differences/difference.ts";
import { inSections } from "./differences/in-sections.ts";
import { differences } from "./differences/index.ts";
import { openOld } from "./differences/old.ts";
import { openOurs } from "./differences/ours.ts";
import { ada } from "./differences/seed.ts";
import { useStage } from "./differences/stage.ts";
import { stillRunning } from "./differences/still-running.ts";
import { type World, whoIs } from "./differences/world.ts";

/** Each row of docs/coming-from-better-auth.md, over a database made by the real better-auth 1.2.12. */

const stage = useStage();

/** The actions at better-auth before the switch. */
async function prepared(
  { old, run }: NonNullable<Difference["before"]>,
  place: string,
  isKept: boolean,
): Promise<World["known"]> {
  const server = await openOld(place, typeof old === "function" ? old(isKept) : old);
  return stage.inWorld(server, { place, isKept }, run);
}

/** The answer of better-auth, or of Keyhold with these options, after the actions before the switch. */
async function observed(
  { before, observe, old }: Difference,
  options: Options | null,
  isKept = false,
): Promise<unknown> {
  const place = stage.seed.copy();
  const known = before ? await prepared(before, place, isKept) : {};
  try {
    const server = options ? await openOurs(place, options, stage.idp.fetch) : await openOld(place, old);
    return await stage.inWorld(server, { place, isKept, known }, observe);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    return `refused: ${/^(?:plugins: "\w+": )?([\w.]+)/.exec(cause.errors[0] ?? "")?.[1]}`;
  }
}

describe.each(differences)("$row", (difference) => {
  const { was, is, options = {}, keep } = difference;

  test("was so in better-auth 1.2.12", async () => {
    expect(await observed(difference, null)).toEqual(was);
  });

  test("is so in Keyhold", async () => {
    expect(await observed(difference, options)).toEqual(is);
  });

  if (keep) {
    test("is as it was with the remedy", async () => {
      const kept = keep === "call" ? options : inSections(options, keep);
      expect(await observed(difference, kept, true)).toEqual(was);
    });
  }
});

test("the options of all remedies can be set at once, except those for the migration", async () => {
  const remedies = differences.flatMap(({ keep }) => (typeof keep === "object" && keep !== stillRunning ? [keep] : []));
  const all = remedies.reduce<Options>((options, remedy) => inSections(options, remedy), {});
  const providers = differences.flatMap(({ options, keep }) => [
    ...(options?.social?.providers ?? []),
    ...(typeof keep === "object" ? (keep.social?.providers ?? []) : []),
  ]);
  // Of each provider the last one, because it has the remedy.
  const lasting = new Map(providers.map((provider) => [provider.id, provider]));
  const together = inSections(all, { social: { providers: [...lasting.values()] } });
  const place = stage.seed.copy();
  const server = await openOurs(place, together, stage.idp.fetch);
  await stage.inWorld(server, { place, isKept: true }, async (world) => {
    expect(await whoIs(world.ada())).toBe(ada);
  });
});
