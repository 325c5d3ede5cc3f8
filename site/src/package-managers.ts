import type { PackageManager } from "./choices.ts";

type Other = Exclude<PackageManager, "npm">;

/** Programs of installed packages. `npx` runs any other package from the registry. */
const installed: ReadonlySet<string> = new Set([
  "keyhold",
  "astro",
  "drizzle-kit",
  "jest",
  "next",
  "nuxt",
  "playwright",
  "prisma",
  "tsc",
  "tsx",
  "vite",
  "vitest",
  "wrangler",
]);

/** The code of a shell for another package manager; null if it has a command without a translation. */
export function translateShell(code: string, manager: PackageManager): string | null {
  if (manager === "npm") return code;
  const lines = code.split("\n").map((line) => translateLine(line, manager));
  return lines.every((line) => line !== null) ? lines.join("\n") : null;
}

export const hasPackageManager = (code: string): boolean => /(^|[\s(])(npm|npx) /m.test(code);

/** Commands are separated by `&&`, `||`, `;` and `|`; a comment ends the line. */
function translateLine(line: string, manager: Other): string | null {
  const [, text = "", comment = ""] = /^(.*?)((?:\s|^)#.*)?$/.exec(line) ?? [];
  const parts = text.split(/(\s*(?:&&|\|\||[;|])\s*)/).map((part) => translateCommand(part, manager));
  return parts.every((part) => part !== null) ? parts.join("") + comment : null;
}

function translateCommand(part: string, manager: Other): string | null {
  const [, before = "", program, words = ""] =
    /^((?:\s*[A-Z_][A-Z0-9_]*=\S*\s+)*\s*)(npm|npx)\s+(.*)$/.exec(part) ?? [];
  if (!program) return hasPackageManager(part) ? null : part;
  const translated = program === "npx" ? translateNpx(words, manager) : translateNpm(words, manager);
  return translated === null ? null : before + translated;
}

const run: Readonly<Record<Other, string>> = { pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" };
const download: Readonly<Record<Other, string>> = { pnpm: "pnpm dlx", yarn: "yarn dlx", bun: "bunx" };

function translateNpx(words: string, manager: Other): string {
  const rest = words.replace(/^(?:--yes|-y)\s+/, "");
  const [name = ""] = rest.split(" ", 1);
  return `${installed.has(name) ? run[manager] : download[manager]} ${rest}`;
}

function translateNpm(words: string, manager: Other): string | null {
  const [, command = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
  switch (command) {
    case "install":
    case "i":
      return install(rest, manager);
    case "uninstall":
      return `${manager} remove ${rest}`;
    case "ci":
      return `${manager} install ${manager === "yarn" ? "--immutable" : "--frozen-lockfile"}`;
    case "run":
      return `${manager} run ${withoutDashes(rest)}`;
    case "start":
      return `${manager} run start`;
    // `bun test` is the test runner of Bun.
    case "test":
      return trimmed(`${manager} ${manager === "bun" ? "run test" : "test"} ${withoutDashes(rest)}`);
    case "create":
    case "init":
      return create(rest, manager);
    case "pkg":
      return packageField(rest, manager);
    default:
      return null;
  }
}

const packageField = (rest: string, manager: Other): string => {
  // Yarn has no such command; npm comes with Node.
  const programs: Readonly<Record<Other, string>> = { pnpm: "pnpm pkg", yarn: "npm pkg", bun: "bun pm pkg" };
  return `${programs[manager]} ${rest}`;
};

function install(rest: string, manager: Other): string | null {
  const words = rest.split(/\s+/).filter((word) => word !== "");
  const isForDevelopment = words.some((word) => word === "--save-dev" || word === "-D");
  const isExact = words.some((word) => word === "--save-exact" || word === "-E");
  const names = words.filter((word) => !/^(--save-dev|-D|--save-exact|-E|--save|-S)$/.test(word));
  if (names.some((name) => name.startsWith("-"))) return null;
  if (names.length === 0) return words.length === 0 ? `${manager} install` : null;
  const flags = [
    ...(isForDevelopment ? [manager === "bun" ? "-d" : "-D"] : []),
    ...(isExact ? [manager === "bun" ? "--exact" : "-E"] : []),
  ];
  return [manager, "add", ...flags, ...names].join(" ");
}

/** `npm init -y` makes a package.json; `npm init vite` is `npm create vite`. */
function create(rest: string, manager: Other): string {
  if (rest === "" || rest === "-y" || rest === "--yes") return manager === "pnpm" ? "pnpm init" : `${manager} init -y`;
  return `${manager} create ${withoutDashes(rest)}`;
}

/** Only npm needs `--` before the flags of a script. */
const withoutDashes = (words: string): string => trimmed(words.replace(/(^|\s)--\s+/, "$1"));

const trimmed = (text: string): string => text.trimEnd();
