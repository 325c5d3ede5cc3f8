import type { AskedMirror } from "../mirror/absent.js";
import type { EntityList } from "../mirror/lists.js";
import type { ListQuery } from "../provider/billing-provider.js";
import { everyItem } from "../provider/every-item.js";
import type { CheckFinding } from "./findings.js";

/** An id of the provider that the config names. */
interface NamedId {
  readonly subject: "products" | "benefits" | "meters";
  /** The option with the id, e.g. "entitlements.pro.meter". */
  readonly option: string;
  readonly id: string;
}

/** The ids of the config that the provider does not have. Reads only the lists of which the config names an id. */
export async function catalogueFindings({ provider, catalogue }: AskedMirror): Promise<readonly CheckFinding[]> {
  const named = idsOf(catalogue);
  const findings: CheckFinding[] = [];
  for (const subject of ["products", "benefits", "meters"] as const) {
    const asked = named.filter((one) => one.subject === subject);
    if (asked.length === 0) continue;
    const known = await idsIn((query) => provider[subject].list(query));
    for (const { option, id } of asked.filter((one) => !known.has(one.id)))
      findings.push({
        subject,
        message: `${provider.environment} has no ${subject.slice(0, -1)} with the id "${id}" of \`${option}\`: copy the id from the provider's page.`,
      });
  }
  return findings;
}

const idsOf = ({ products, entitlements }: AskedMirror["catalogue"]): readonly NamedId[] => [
  ...Object.entries(products).map(([name, id]) => ({ subject: "products" as const, option: `products.${name}`, id })),
  ...Object.entries(entitlements).flatMap(([name, { benefits = [], meter }]) => [
    ...benefits.map((id) => ({ subject: "benefits" as const, option: `entitlements.${name}.benefits`, id })),
    ...(meter === undefined ? [] : [{ subject: "meters" as const, option: `entitlements.${name}.meter`, id: meter }]),
  ]),
];

/** The ids of a list. An item that the provider lists without an id is left out. */
async function idsIn(list: EntityList["page"]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const identified = async (query: ListQuery) => {
    const { items, pagination } = await list(query);
    return { items: items.flatMap(({ id }) => (id ? [{ id }] : [])), pagination };
  };
  for await (const { id } of everyItem(identified)) ids.add(id);
  return ids;
}
