import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints as core } from "../packages/core/src/routes/endpoints.ts";
import { optionsIn } from "../scripts/option-tables.ts";
import { installConsumer, parts } from "./harness/published/consumer.ts";
import { docsOf, everyPlugin, pluginDocs } from "./harness/published/every-plugin.ts";
import { callsOf, hoversOf, type Shown, untypedIn } from "./harness/quick-info.ts";

/** The hover text of a call in an editor, in an app with the packed packages. */

const stores = ["sessions", "accounts", "emailChange", "activeOrganization", "listOrganizations", "activeMember"];
const timeout = 120_000;

let workspace = "";
let remove = (): void => undefined;
beforeAll(async () => {
  ({ workspace, remove } = await installConsumer());
}, timeout);
afterAll(() => remove());

/** The `doc` of every endpoint, by the name of its call, e.g. "signIn.email". */
const docs = new Map([...docsOf(core), ...pluginDocs]);

const nameOf = ({ call }: Shown): string => call.slice(call.indexOf(".") + 1);

describe("the hover of a call or a React hook", { timeout }, () => {
  test.for(everyPlugin)("shows the text of the endpoint at every call of $name", (part) => {
    const calls = callsOf(workspace, part).filter((call) => !/\.use[A-Z]/.test(call));
    const shown = hoversOf(workspace, part, calls);
    expect(shown.length).toBeGreaterThan(110);
    // If this fails, `scripts/routes.ts` no longer writes the comment, or a compiler drops it.
    const ofEndpoints = shown.filter((one) => docs.has(nameOf(one)));
    expect(new Map(ofEndpoints.map((one) => [nameOf(one), oneLine(one.doc)]))).toEqual(
      new Map(ofEndpoints.map((one) => [nameOf(one), docs.get(nameOf(one))])),
    );
    // Functions that a plugin adds to the client have a text of their own.
    const others = shown.filter((one) => !docs.has(nameOf(one)));
    expect(others.length).toBeLessThan(10);
    expect(others.filter(({ doc }) => doc === "")).toEqual([]);
  });

  test("shows the value of a store, at the store and at its hook", () => {
    const [, web] = parts;
    if (!web) throw new Error("There is no web app.");
    const names = stores.map((store) => `${web.name}.${store}`);
    const hooks = stores.map((store) => `${web.name}.use${store.charAt(0).toUpperCase()}${store.slice(1)}`);
    const shown = hoversOf(workspace, web, [...names, ...hooks]);
    const texts = shown.map(({ doc }) => oneLine(doc));
    expect(texts.filter((text) => text === "")).toEqual([]);
    expect(texts.slice(stores.length)).toEqual(texts.slice(0, stores.length));
    const [session] = hoversOf(workspace, web, [`${web.name}.useSession`]);
    expect(session?.doc).toContain("The session and the user");
    expect(callsOf(workspace, web).filter((call) => /\.use[A-Z]/.test(call))).toHaveLength(stores.length + 1);
  });
});

/** The interfaces of options, each from the package of its plugin. */
const options = {
  "@keyhold/username": "UsernameOptions",
  "@keyhold/two-factor": "TwoFactorOptions",
  "@keyhold/passkey": "PasskeyOptions",
  "@keyhold/social": "SocialOptions",
  "@keyhold/organization": "OrganizationOptions",
  "@keyhold/admin": "AdminOptions",
};

test.for(Object.entries(options))(
  "the hover of an option of %s is the sentence of its table",
  { timeout },
  ([from, name]) => {
    const [server] = parts;
    if (!server) throw new Error("There is no server.");
    const file = `packages/${from.slice(from.indexOf("/") + 1)}/src/options.ts`;
    const declared = optionsIn(join(import.meta.dirname, ".."), file, name).filter((option) => option.text !== "");
    expect(declared.length).toBeGreaterThan(3);
    const place = (option: string): string => `(null! as ${typeAt(from, name, option)}).${option.split(".").at(-1)}`;
    const shown = hoversOf(
      workspace,
      server,
      declared.map((option) => place(option.name)),
    );
    for (const [index, { doc }] of shown.entries()) expect(oneLine(doc)).toContain(declared[index]?.text);
  },
);

/** The type of the object with an option: the interface, or the type of a group in the interface. */
const typeAt = (from: string, name: string, option: string): string => {
  const groups = option.split(".").slice(0, -1);
  const whole = `import("${from}").${name}`;
  return groups.reduce((type, group) => `NonNullable<${type}["${group}"]>`, whole);
};

/** A comment of several lines. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** JSON of other software: a browser, and a payments provider. */
const foreignJson = / (takes response\.clientExtensionResults|answers with payload)$/;

test.for(everyPlugin)("no call of $name has an untyped input or answer", { timeout }, (part) => {
  expect(untypedIn(workspace, part).filter((place) => !foreignJson.test(place))).toEqual([]);
});
