import type { Plugin } from "vitepress";

/** The modules of VitePress: the list of the indexes, and the index itself as a text. */
const list = "/@localSearchIndex";
const whole = "/@localSearchIndexroot";
const first = "virtual:first-search-index";

/** A stored index of MiniSearch: of each term the fields, of each field the sections with the number of occurrences. */
interface StoredIndex {
  readonly documentIds: Readonly<Record<string, string>>;
  readonly fieldIds: Readonly<Record<string, number>>;
  readonly fieldLength: Readonly<Record<string, unknown>>;
  readonly storedFields: Readonly<Record<string, unknown>>;
  readonly index: readonly (readonly [string, Readonly<Record<string, Readonly<Record<string, number>>>>])[];
}

/**
 * The headings of an index, without the texts: of the guides each heading, of the errors the name. The reference is in
 * the whole index only.
 */
export function headingsOf(stored: StoredIndex): StoredIndex {
  const isKept = (id: string): boolean => isHeading(stored.documentIds[id] ?? "");
  const keep = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => isKept(id)));
  const text = String(stored.fieldIds.text);
  const index = stored.index.flatMap(([term, fields]) => {
    const kept = Object.entries(fields).flatMap(([field, sections]) => {
      const found = field === text ? {} : keep(sections);
      return Object.keys(found).length > 0 ? [[field, found] as const] : [];
    });
    return kept.length > 0 ? [[term, Object.fromEntries(kept)] as const] : [];
  });
  return {
    ...stored,
    documentIds: keep(stored.documentIds),
    fieldLength: keep(stored.fieldLength),
    storedFields: keep(stored.storedFields),
    index,
  };
}

function isHeading(id: string): boolean {
  if (id.startsWith("/reference/")) return false;
  const [, code, anchor] = /^\/errors\/(\w+)#(.+)$/.exec(id) ?? [];
  return !code || code.toLowerCase() === anchor;
}

/** Loads the headings first, because the whole index takes seconds on a phone; the whole index then takes their place. */
const loader = `
import { shallowRef } from "vue";
const isWhole = shallowRef(false);
const loadWhole = () => import("@localSearchIndexroot");
export default {
  root() {
    if (isWhole.value) return loadWhole();
    const headings = import("${first}");
    headings.then(loadWhole).then(() => { isWhole.value = true; }, () => {});
    return headings;
  },
};`;

/** The search answers from the headings of the guides, until the whole index is loaded. */
export function firstIndex(): Plugin {
  return {
    name: "first-search-index",
    resolveId: (id) => (id === first ? `\0${first}` : null),
    async load(id) {
      if (id !== `\0${first}`) return null;
      const { code } = await this.load({ id: whole });
      const [, text = '"{}"'] = /^export default (.*?);?\s*$/s.exec(code ?? "") ?? [];
      const stored: StoredIndex = JSON.parse(JSON.parse(text));
      return `export default ${JSON.stringify(JSON.stringify(headingsOf(stored)))}`;
    },
    transform: (_code, id) => (id === list ? loader : null),
  };
}
