import type { Difference } from "./difference.ts";
import { admin } from "./rows/admin.ts";
import { emails } from "./rows/emails.ts";
import { faults } from "./rows/faults.ts";
import { organizations } from "./rows/organizations.ts";
import { passwords } from "./rows/passwords.ts";
import { requests } from "./rows/requests.ts";
import { sessions } from "./rows/sessions.ts";
import { social } from "./rows/social.ts";
import { users } from "./rows/users.ts";

/** Every row of docs/coming-from-better-auth.md, in its order. */
export const differences: readonly Difference[] = [
  ...sessions,
  ...passwords,
  ...emails,
  ...users,
  ...social,
  ...organizations,
  ...admin,
  ...requests,
  ...faults,
];
