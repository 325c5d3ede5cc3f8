// @vitest-environment jsdom
import { adminClient } from "@keyhold/admin/client";
import { organizationClient } from "@keyhold/organization/client";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { answering, sessionOf, usualOptions } from "../../tests/answering.ts";
import { AdminUsers } from "../admin/AdminUsers.js";
import { ImpersonationBar } from "../admin/ImpersonationBar.js";
import { AuthUI } from "../auth-ui.js";
import { usePerson } from "./person.js";

afterEach(cleanup);

/** A user who has signed up by a phone, and has given neither a name nor an address. */
const byPhone = { name: "", email: "4915112345678@phone-number.invalid" };
const number = "+4915112345678";

function show(children: ReactNode, answers: Readonly<Record<string, unknown>>): void {
  const fetch = answering({
    "/public-options": { ...usualOptions, plugins: { admin: {}, organization: {} } },
    ...answers,
  });
  const plugins = [publicOptionsClient(), adminClient(), organizationClient()] as const;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch, plugins, retry: 0 });
  render(<AuthUI client={client}>{children}</AuthUI>);
}

const shown = (): string => document.body.textContent?.replace(/[\u2066\u2069]/g, "") ?? "";

function Shown({ user }: { readonly user: Parameters<ReturnType<typeof usePerson>>[0] }) {
  const { name, contact } = usePerson()(user);
  return <p>{JSON.stringify([name, contact])}</p>;
}

test.each([
  [{ name: "Ann", email: "ann@example.com" }, ["Ann", "ann@example.com"]],
  [{ ...byPhone, name: "Ann" }, ["Ann", null]],
  [{ ...byPhone, name: "Ann", phoneNumber: number }, ["Ann", number]],
  [{ name: " ", email: "ann@example.com" }, ["ann@example.com", null]],
  [{ ...byPhone, phoneNumber: number }, [number, null]],
  [byPhone, ["No name", null]],
] as const)("the name and the contact of %j are %j", (user, expected) => {
  show(<Shown user={user} />, {});
  expect(JSON.parse(shown())).toEqual(expected);
});

test("administrators see no placeholder of an address in the list of users", async () => {
  const session = sessionOf({ role: "admin" }) as { readonly user: object };
  const users = [{ ...session.user, id: "1", role: "user", ...byPhone }];
  show(<AdminUsers />, { "/get-session": session, "/admin/list-users": { users, nextCursor: null, total: 1 } });
  await screen.findByText(/^No name/);
  expect(shown()).toContain("No name Joined ");
  expect(shown()).not.toContain(".invalid");
});

test("the bar of an impersonation names a user without a name by the number", async () => {
  const { session, user } = sessionOf({ ...byPhone, phoneNumber: number }) as { session: object; user: object };
  show(<ImpersonationBar />, { "/get-session": { session: { ...session, impersonatedBy: "admin" }, user } });
  await screen.findByText(`You are impersonating ${number}. What you do is recorded.`);
});
