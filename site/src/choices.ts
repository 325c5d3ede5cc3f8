/** A choice of the reader that every page keeps, e.g. the package manager. */
export interface Choice {
  /** Its attribute is `data-<name>` at the root of the document, its key in the local storage `keyhold:<name>`. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof packageManagers)[number];

export const packageManager: Choice = {
  name: "package-manager",
  label: "Package manager",
  options: packageManagers,
};

/** A label in `tab="…"` of a block is an option of one of them. */
export const choices: readonly Choice[] = [
  packageManager,
  { name: "database", label: "Database", options: ["SQLite", "PostgreSQL", "MySQL"] },
  { name: "framework", label: "Framework", options: ["Node.js", "Express", "Fastify", "Hono", "Next.js"] },
];

/** The value of an option in attributes, e.g. "next-js". */
export const slugOf = (option: string): string => option.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Throws for a label that is no option: the site would not know its choice. */
export function choiceOf(option: string): Choice {
  const choice = choices.find(({ options }) => options.includes(option));
  if (!choice) throw new Error(`The tab "${option}" is no option of site/src/choices.ts: add it there.`);
  return choice;
}

/** Shows the chosen panel of each group with such a panel; the first one of the others. */
export const choiceStyles = (): string =>
  choices
    .flatMap(({ name, options }) =>
      options.map(slugOf).map((value) => {
        const group = `html[data-${name}="${value}"] [data-choice="${name}"][data-values~="${value}"]`;
        return [
          `${group}>.panel{display:none}`,
          `${group}>.panel[data-value="${value}"]{display:block}`,
          `${group}>.options label{--active:0}`,
          `${group}>.options label[data-value="${value}"]{--active:1}`,
        ].join("\n");
      }),
    )
    .join("\n");

/** Runs before the first paint: the page appears with the reader's choices. */
export const choiceScript = (): string =>
  `(()=>{const root=document.documentElement;root.dataset.choices="";for(const name of ${JSON.stringify(choices.map(({ name }) => name))})try{const value=localStorage.getItem("keyhold:"+name);if(value)root.setAttribute("data-"+name,value)}catch{}})()`;
