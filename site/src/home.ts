import { readFileSync } from "node:fs";
import { join } from "node:path";
import { providerIds } from "../../scripts/counts.ts";
import { root } from "./pages.ts";
import { pictureOf } from "./picture.ts";
import { summary } from "./project.ts";

interface Feature {
  readonly title: string;
  readonly details: string;
  readonly link: string;
}

const features: readonly Feature[] = [
  {
    title: "Your users, your database",
    details: "PostgreSQL, MySQL, MariaDB and SQLite; your own Drizzle tables, Prisma client or Kysely instance.",
    link: "/databases",
  },
  {
    title: "Every way to sign in",
    details: `Email and password, username, ${providerIds(root).length} social providers, and every OpenID Connect provider.`,
    link: "/social",
  },
  {
    title: "Organizations",
    details: "Members, invitations, teams and roles. Permissions are checked in the transaction of the write.",
    link: "/organizations",
  },
  {
    title: "No race conditions",
    details:
      "The database port has no verb for a check that another request can outdate. Sixteen callers try it in tests.",
    link: "/databases#race-conditions",
  },
  {
    title: "Types that connect",
    details: "Server, client and React hooks know each route's answer and its error codes, with plugins as well.",
    link: "/client",
  },
  {
    title: "Billing data",
    details: "The payments provider's entities and webhooks: typed, lossless, and handled once per event.",
    link: "/billing",
  },
];

/** The first code block of the README: the smallest auth. */
function firstCode(): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  return /^```ts\n[\s\S]*?^```$/m.exec(readme)?.[0] ?? "";
}

const alt = "The sign-in page of the example: a button of a provider, fields for email and password";

const featureItem = ({ title, details, link }: Feature): string =>
  `<li><a href="${link}"><strong>${title}</strong> ${details}</a></li>`;

/** The home page: Markdown with the elements of its layout. */
export const homePage = (): string => `---
title: Authentication for TypeScript apps
titleTemplate: Keyhold
sidebar: false
aside: false
editLink: false
pageClass: home
---

<div class="hero">
<div class="words">

# Authentication in your own server

${summary}

<p class="actions"><a class="main" href="/getting-started">Getting started</a> <a href="/tasks">Tasks</a> <a href="/pages">All pages</a></p>

</div>

${pictureOf(alt, { light: "sign-in.jpg", dark: "sign-in-dark.jpg" })}

</div>

${firstCode()}

<ul class="features">
${features.map(featureItem).join("\n")}
</ul>
`;
