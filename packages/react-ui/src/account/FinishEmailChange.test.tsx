// @vitest-environment jsdom
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient } from "@keyhold/react";
import { createMailbox, linkIn } from "@keyhold/testing";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { settled } from "../../../../tests/harness/settled.ts";
import { AuthUI } from "../auth-ui.js";
import { ChangeEmail } from "./ChangeEmail.js";

const mailbox = createMailbox();
const kinds = ["confirmation", "verification"] as const;
type Kind = (typeof kinds)[number];

/** By `switchAt`. */
const servers = new Map<Kind, AuthServer>();
beforeAll(async () => {
  for (const switchAt of kinds) {
    const user = { changeEmail: { enabled: true, switchAt } };
    servers.set(switchAt, await startAuthServer("", [publicOptions()], { mail: mailbox.send, user }));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

/** A client with the lists of the account, in the browser of a user. */
const clientOf = ({ url }: AuthServer, fetch: typeof globalThis.fetch) =>
  createAuthClient({ baseURL: url, fetch, plugins: [publicOptionsClient(), accountLists()], retry: 0 });

let server: AuthServer;
let browser: typeof fetch;
let client: ReturnType<typeof clientOf>;
let old = "";
let next = "";

/** Follows the link of the next email to an address. */
async function follow(email: string, by = browser): Promise<void> {
  const token = linkIn(await mailbox.waitFor(email)).searchParams.get("token") ?? "";
  expect((await clientOf(server, by).verifyEmail({ token })).error).toBe(null);
}

/** A user with a verified address signs in. */
async function signIn(kind: Kind): Promise<void> {
  const of = servers.get(kind);
  if (!of) throw new Error(`No server switches at the ${kind}.`);
  server = of;
  browser = server.browser();
  client = clientOf(server, browser);
  const person = newPerson();
  old = person.email;
  next = old.replace("@", "@new.");
  await client.signUp.email(person);
  await follow(old);
}

/** The user asks for a change, and clicks at the present address. */
async function change(): Promise<void> {
  expect((await client.changeEmail({ newEmail: next })).error).toBe(null);
  await follow(old);
}

/** Answers in place of the server. */
let intercept: ((path: string) => Promise<Response> | null) | null;

const show = (of: ReturnType<typeof clientOf> | ReturnType<typeof bareClient>): void =>
  void render(
    <AuthUI client={of}>
      <ChangeEmail />
    </AuthUI>,
  );

const bareClient = () =>
  createAuthClient({ baseURL: server.url, fetch: browser, plugins: [publicOptionsClient()], retry: 0 });

const open = (): void =>
  show(
    clientOf(
      server,
      (input, init) => intercept?.(new URL(String(input)).pathname.replace("/api/auth", "")) ?? browser(input, init),
    ),
  );

const section = () => screen.findByRole("heading", { name: "Finish the change" }).then((at) => at.parentElement);
/** Without styles the name has the busy label, too. */
const button = (name: string) => screen.findByRole("button", { name: new RegExp(`^${name}`) });
const address = async () => (await client.getSession()).data?.user.email;
const read = "/get-email-change";

beforeEach(async () => {
  intercept = null;
  await signIn("confirmation");
});
afterEach(cleanup);

test("without a change the section shows the form alone", async () => {
  open();
  await button("Change address");
  await waitFor(() => expect(server.requests.at(-1)).toBe(`GET ${read}`));
  await settled();
  expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
});

test("a client without the lists of the account shows the form alone", async () => {
  await change();
  show(bareClient());
  await button("Change address");
  expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
});

describe("a held address", () => {
  beforeEach(change);

  test("is shown with what finishes the change, and a button that restores the address", async () => {
    open();
    const text = (await section())?.textContent ?? "";
    expect(text).toContain(`Your address changed from ${old} to ${next} `);
    expect(text).toContain(`Follow the link in the email to ${next} in this browser to finish the change.`);
    expect(text).toContain(`Until then ${old} recovers your account.`);
    const undo = await button("Undo the change");
    undo.focus();
    fireEvent.click(undo);
    const done = await screen.findByText(`Your address is ${old}.`);
    expect(done.getAttribute("role")).toBe("status");
    expect(await address()).toBe(old);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo the change/ })).toBe(null));
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Change of address"));
  });

  test("is restored once while the call runs", async () => {
    open();
    let calls = 0;
    let release = (): void => {};
    const released = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    intercept = (path) => {
      if (path !== "/cancel-email-change") return null;
      calls += 1;
      return released.then(() => Response.json({ status: true }));
    };
    const undo = await button("Undo the change");
    fireEvent.click(undo);
    await waitFor(() => expect(undo.getAttribute("aria-disabled")).toBe("true"));
    fireEvent.click(undo);
    release();
    await screen.findByText(`Your address is ${old}.`);
    expect(calls).toBe(1);
  });

  test("says why it could not be restored, and is read again", async () => {
    open();
    const undo = await button("Undo the change");
    await client.cancelEmailChange();
    fireEvent.click(undo);
    await screen.findByText("This change was finished or undone before.");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo the change/ })).toBe(null));
  });

  test("offers a further email after the mailbox alone has verified the new address", async () => {
    await follow(next, server.browser());
    server.wait(60);
    open();
    fireEvent.click(await button("Send again"));
    await follow(next);
    expect((await client.getEmailChange()).data).toBe(null);
    expect(await address()).toBe(next);
  });
});

test("a pending change is shown with its end, and a button that cancels it", async () => {
  await signIn("verification");
  await change();
  open();
  const text = (await section())?.textContent ?? "";
  expect(text).toContain(`You allowed the change from ${old} to ${next} `);
  expect(text).toMatch(/ The link works until \w+ \d+, \d{4}, /);
  expect(text).toContain(`Until then your address is ${old}.`);
  fireEvent.click(await button("Cancel the change"));
  await screen.findByText(`Your address is ${old}.`);
  expect((await client.getEmailChange()).data).toBe(null);
});

test("a change that could not be read is read again by a button", async () => {
  await change();
  intercept = (path) =>
    path === read ? Promise.resolve(Response.json({ code: "ABC", message: "" }, { status: 500 })) : null;
  open();
  await screen.findByText("Your change of address could not be read");
  intercept = null;
  fireEvent.click(await button("Try again"));
  await section();
  expect(screen.queryByText("Your change of address could not be read")).toBe(null);
});
