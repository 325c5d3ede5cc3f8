import { expect, test } from "vitest";
import { allEndpoints } from "../../../../tests/harness/endpoints.ts";

const reauthentication = "asks for a password, a link or a provider, with any session of the caller";
const onlyAsks = "changes no data";
const ofTheSession = "changes the session of the impersonation, and no data of the user";
const ofTheOrganization =
  "is what the user's role in the organization allows: it adds and removes no other member, and gives no other user permissions";

/** Every POST that an administrator may send while impersonating a user, with the reason. All others are personal. */
const inTheUsersPlace: Readonly<Record<string, string>> = {
  "/sign-up/email": reauthentication,
  "/sign-in/email": reauthentication,
  "/sign-in/social": reauthentication,
  "/sign-in/social-nonce": "binds a nonce to the calling client, for any caller",
  "/sign-in/username": reauthentication,
  "/sign-in/magic-link": "writes to the owner of an address, for any caller",
  "/email-otp/send-verification-otp": "writes to the owner of an address, for any caller",
  "/email-otp/request-password-reset": "writes to the owner of an address, for any caller",
  "/forget-password/email-otp": "writes to the owner of an address, for any caller",
  "/sign-in/email-otp": reauthentication,
  "/email-otp/check-verification-otp": onlyAsks,
  "/email-otp/verify-email": reauthentication,
  "/phone-number/send-otp": "writes to the owner of a number, for any caller",
  "/phone-number/request-password-reset": "writes to the owner of a number, for any caller",
  "/phone-number/forget-password": "writes to the owner of a number, for any caller",
  "/phone-number/verify": "signs in by a code; `requireOwner` rejects a new number of an impersonated user",
  "/phone-number/verify-email": reauthentication,
  "/phone-number/reset-password": reauthentication,
  "/sign-in/phone-number": reauthentication,
  "/email-otp/reset-password": reauthentication,
  "/magic-link/verify": reauthentication,
  "/magic-link/verify-code": reauthentication,
  "/one-time-token/verify": "takes the session of the token, which an impersonation cannot make",
  "/device/code": "is for a program, and reads no session",
  "/device/token": "is for a program, and reads no session",
  "/devices/report": "takes the token of an email to the user, for any caller",
  "/native/token": "takes a code and a request of a user, which an impersonation cannot make",
  "/callback/:id": reauthentication,
  "/passkey/verify-authentication": reauthentication,
  "/passkey/sign-up": "creates another user",
  "/sign-in/anonymous": "creates another user, and only without a session",
  "/passkey/sign-up-options": onlyAsks,
  "/is-username-available": onlyAsks,
  "/reset-password": reauthentication,
  "/forget-password": "writes to the owner of an address, for any caller",
  "/request-password-reset": "writes to the owner of an address, for any caller",
  "/send-verification-email": "writes to the owner of an address, for any caller",
  "/verify-email": reauthentication,
  "/delete-user/callback": reauthentication,
  "/undo-email-change": reauthentication,
  "/billing/webhook": "is signed by a machine",
  "/api-key/report-leaked": "is signed by a machine",
  "/sign-out": ofTheSession,
  "/admin/stop-impersonating": ofTheSession,
  "/organization/set-active": ofTheSession,
  "/organization/set-active-team": ofTheSession,
  "/admin/has-permission": onlyAsks,
  "/organization/has-permission": onlyAsks,
  "/organization/check-slug": onlyAsks,
  "/update-user": "changes the profile fields; `updateOwnUser` rejects the columns that identify the user",
  "/organization/update": ofTheOrganization,
  "/organization/cancel-invitation": ofTheOrganization,
  "/organization/create-role": ofTheOrganization,
  "/organization/delete-role": ofTheOrganization,
  "/organization/create-team": ofTheOrganization,
  "/organization/update-team": ofTheOrganization,
  "/organization/remove-team": ofTheOrganization,
  "/organization/add-team-member": ofTheOrganization,
  "/organization/remove-team-member": ofTheOrganization,
};

test("every route that changes data is personal, or listed with the reason", () => {
  const open = allEndpoints()
    .filter(({ route, isServerOnly, isPersonal }) => route.startsWith("POST ") && !isServerOnly && !isPersonal)
    .map(({ route }) => route.slice("POST ".length));
  expect(open.sort()).toEqual(Object.keys(inTheUsersPlace).sort());
});
