import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { BillingMethods } from "../children/billing.ts";
import type { BillingStartMethods } from "../children/billing-start.ts";
import {
  type BillingContenderName,
  type BillingEntryName,
  billingContenderNames,
  billingEntries,
} from "../contenders/billing/contender.ts";
import { orderPaidKibibytes } from "../contenders/billing/delivery.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import type { Scale } from "../scale.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

/** An order of the billing provider, read and written: from parsed JSON, and from a signed delivery; and the start. */
export async function measureBilling({ scale }: Arena): Promise<Section[]> {
  return [await measureEvents(scale), await measureStarts(scale)];
}

async function measureEvents(scale: Scale): Promise<Section> {
  const children = new Map<BillingContenderName, Child<BillingMethods>>();
  for (const name of billingContenderNames) children.set(name, await startChild<BillingMethods>("billing", [name]));
  const time = (name: BillingContenderName): ReturnType<BillingMethods["time"]> =>
    (children.get(name) as Child<BillingMethods>).call("time", scale.billingCalls);
  for (const name of billingContenderNames) await time(name);
  const samples = await interleave(scale.rounds, billingContenderNames, time);
  for (const child of children.values()) await child.stop();

  const cpu = (name: BillingContenderName): number[] => samples[name].map(({ cpuMicros }) => cpuMicros);
  const against = (over: BillingContenderName, under: BillingContenderName): Spread => ratio(cpu(over), cpu(under));
  return {
    title: "Billing: an `order.paid` event",
    note: [
      `Microseconds per event with all possible parts of an order (${orderPaidKibibytes} KiB of JSON, five maps of sixteen keys).`,
      "The first four rows begin with parsed JSON, the fifth with its text, the others with a signed delivery.",
      "“Plainest” is a schema of classic zod with every field of the wire form and no conversion; decoding checks the same, renames, makes dates and keeps their text.",
      "“Floor” is `node:crypto` and `JSON.parse`; keyhold verifies with WebCrypto: every platform has it, and it computes each signature in another thread.",
      "The SDK runs on the zod of this repository, and on the version of its generation.",
    ].join(" "),
    head: ["", "CPU µs/event", "× plainest zod", "× SDK", "by the clock"],
    rows: billingContenderNames.map((name) => [
      name,
      showSpread(spread(cpu(name))),
      showSpread(against(name, "zod, plainest schema")),
      showSpread(against(name, "SDK 0.32.16, validateEvent")),
      showSpread(spread(samples[name].map(({ wallMicros }) => wallMicros))),
    ]),
    lines: [
      {
        text: "order.paid decoded strictly, CPU: keyhold ÷ plainest zod",
        limit: 1.5,
        direction: "at most",
        measured: against("keyhold, decode strict", "zod, plainest schema"),
      },
      {
        text: "order.paid decoded tolerantly, CPU: keyhold ÷ plainest zod",
        limit: 1.5,
        direction: "at most",
        measured: against("keyhold, decode tolerant", "zod, plainest schema"),
      },
      {
        text: "order.paid decoded from its text, CPU: validateEvent ÷ keyhold",
        limit: 3,
        direction: "at least",
        measured: against("SDK 0.32.16, validateEvent", "keyhold, JSON.parse and decode tolerant"),
      },
      {
        // Most of it is WebCrypto's transfer of the bytes to another thread and back; the SDK's own SHA-256 does not
        // transfer them.
        text: "order.paid verified and decoded, CPU: validateEvent ÷ keyhold",
        limit: 1,
        direction: "at least",
        measured: against("SDK 0.32.16, validateEvent", "keyhold, verify and decode tolerant"),
      },
    ],
  };
}

async function measureStarts({ starts }: Scale): Promise<Section> {
  const names = Object.keys(billingEntries) as BillingEntryName[];
  const samples = await interleave(starts, names, async (name) => {
    const child = await startChild<BillingStartMethods>("billing-start", [name]);
    const measured = await child.call("start");
    await child.stop();
    return measured;
  });
  const importMs = (name: BillingEntryName): number[] => samples[name].map((each) => each.importMs);
  const firstMs = (name: BillingEntryName): number[] => samples[name].map((each) => each.firstMs);
  return {
    title: "Billing: start",
    note: "A fresh process each time: the import, and then the first `order.paid`, when nothing is compiled yet. `zod/mini` is what of ours is zod.",
    head: ["", "imported", "import ms", "× SDK", "first event ms"],
    rows: names.map((name) => [
      name,
      billingEntries[name].entries.map((entry) => `\`${entry}\``).join(", "),
      showSpread(spread(importMs(name))),
      showSpread(ratio(importMs(name), importMs("SDK 0.32.16, validateEvent"))),
      billingEntries[name].first ? showSpread(spread(firstMs(name))) : "–",
    ]),
    lines: [],
  };
}
